/**
 * Common nouns of offices, meetings, people, figures and papers in English, German, French, Spanish and Italian, one concept per
 * line. Written for this product from general knowledge of the field; no list of others was copied.
 */
export const GENERAL_TERMS = `
address | Adresse, Anschrift | adresse | dirección, domicilio | indirizzo
agenda | Tagesordnung | ordre du jour | orden del día | ordine del giorno
minutes | Protokoll, Niederschrift | procès-verbal, compte rendu | acta | verbale
meeting | Sitzung, Besprechung, Versammlung | réunion, séance | reunión, junta | riunione, seduta
chairman, chair, chairperson | Vorsitzender, Vorsitz | président, présidence | presidente | presidente
chief executive officer, CEO | Vorstandsvorsitzender, Hauptgeschäftsführer | directeur général | director general, consejero delegado | amministratore delegato
chief financial officer, CFO | Finanzvorstand, Finanzdirektor | directeur financier | director financiero | direttore finanziario
director, manager | Direktor, Leiter | directeur, responsable | director, gerente | direttore, dirigente
executive | Führungskraft, Führungskräfte | cadre, dirigeant | directivo, ejecutivo | dirigente
founder | Gründer | fondateur | fundador | fondatore
investor | Investor, Anleger | investisseur | inversor, inversionista | investitore
partner | Partner, Geschäftspartner | partenaire, associé | socio | partner, socio
member | Mitglied | membre | miembro | membro
representative | Vertreter, Repräsentant | représentant | representante | rappresentante
adviser, advisor, consultant | Berater | conseiller, consultant | asesor, consultor | consulente
lawyer, attorney | Anwalt, Rechtsanwalt | avocat | abogado | avvocato
judge | Richter | juge | juez | giudice
plaintiff, claimant | Kläger | demandeur, plaignant | demandante | attore, ricorrente
defendant | Beklagter | défendeur | demandado | convenuto
judgment, ruling, verdict | Urteil | jugement, arrêt | sentencia, fallo | sentenza
appeal | Berufung, Revision | appel, recours | apelación, recurso | appello, ricorso
settlement | Vergleich | transaction, règlement amiable | acuerdo extrajudicial, transacción | transazione, accordo transattivo
evidence, proof | Beweis, Nachweis | preuve | prueba | prova
witness | Zeuge | témoin | testigo | testimone
expert, appraiser | Sachverständiger, Gutachter | expert | perito, experto | perito, esperto
expert opinion, appraisal | Gutachten | expertise | dictamen, peritaje | perizia
report | Bericht | rapport | informe | relazione, rapporto
document | Dokument, Unterlage | document | documento | documento
file | Akte, Datei | dossier, fichier | expediente, archivo | fascicolo
copy | Kopie, Abschrift | copie | copia | copia
original | Original, Urschrift | original | original | originale
version | Fassung | version | versión | versione
draft | Entwurf | projet, brouillon | borrador | bozza
page | Seite | page | página | pagina
paragraph | Absatz, Abschnitt | paragraphe, alinéa | párrafo, apartado | paragrafo, comma
article, section | Artikel, Paragraph | article | artículo | articolo
chapter | Kapitel | chapitre | capítulo | capitolo
table | Tabelle | tableau | tabla, cuadro | tabella
figure, number | Zahl, Ziffer | chiffre, nombre | cifra, número | cifra, numero
list | Liste, Verzeichnis, Aufstellung | liste | lista, listado | elenco, lista
name | Name, Bezeichnung | nom, dénomination | nombre, denominación | nome, denominazione
title | Titel, Überschrift | titre | título | titolo
purpose | Zweck | objet, finalité, but | objeto, finalidad | scopo, finalità, oggetto
reason, cause | Grund, Ursache | raison, motif, cause | razón, motivo, causa | ragione, motivo, causa
consequence, effect | Folge, Wirkung | conséquence, effet | consecuencia, efecto | conseguenza, effetto
condition | Bedingung, Voraussetzung | condition | condición, requisito | condizione, requisito
requirement | Anforderung, Erfordernis | exigence | exigencia, requisito | requisito
exception | Ausnahme | exception, dérogation | excepción | eccezione, deroga
restriction | Einschränkung, Beschränkung | restriction | restricción | restrizione, limitazione
prohibition | Verbot | interdiction | prohibición | divieto
limit, maximum | Grenze, Obergrenze, Höchstbetrag | plafond, limite, maximum | límite, tope, máximo | limite, massimo, tetto
minimum | Mindestbetrag, Minimum | minimum | mínimo | minimo
average | Durchschnitt | moyenne | promedio, media | media
total, sum | Gesamtbetrag, Gesamtsumme | total | total | totale
share, proportion | Anteil | part, proportion | proporción, parte | quota, parte
increase, rise | Erhöhung, Anstieg, Steigerung, Zunahme | augmentation, hausse | aumento, incremento, subida | aumento, incremento
decrease, decline | Senkung, Rückgang, Abnahme | baisse, diminution | disminución, descenso, reducción | diminuzione, calo, riduzione
change | Veränderung, Wechsel | changement | cambio | cambiamento, variazione
difference | Unterschied, Differenz | différence, écart | diferencia | differenza
result | Ergebnis, Resultat | résultat | resultado | risultato
turnover | Umsatz | chiffre d'affaires | volumen de negocio, facturación | giro d'affari
income | Einkommen, Einkünfte | revenu, revenus | ingresos, renta | reddito, entrate
currency | Währung | devise, monnaie | divisa, moneda | valuta
exchange rate | Wechselkurs | taux de change | tipo de cambio | tasso di cambio
bank | Bank | banque | banco | banca
account | Konto | compte | cuenta | conto
bank account | Bankkonto | compte bancaire | cuenta bancaria | conto bancario
transfer | Überweisung, Übertragung | virement, transfert | transferencia | bonifico, trasferimento
instalment, installment | Rate, Teilzahlung | mensualité, versement, tranche | plazo, cuota | rata
receipt | Quittung, Beleg | reçu, quittance | recibo | ricevuta
debt collection | Inkasso, Beitreibung | recouvrement | cobro, recaudación | recupero crediti
refund, reimbursement | Erstattung, Rückerstattung | remboursement | reembolso, devolución | rimborso
expense report | Spesenabrechnung, Reisekostenabrechnung | note de frais | nota de gastos | nota spese
purchase | Kauf, Einkauf, Ankauf | achat | compra | acquisto
sale, disposal | Verkauf, Veräußerung | vente, cession | venta, enajenación | vendita, cessione
offer | Angebot | offre | oferta | offerta
tender, bid | Ausschreibung, Gebot | appel d'offres, soumission | licitación, concurso | gara, appalto
negotiation | Verhandlung | négociation | negociación | trattativa, negoziazione
supply | Versorgung, Zulieferung | approvisionnement, fourniture | suministro, abastecimiento | fornitura, approvvigionamento
warehouse | Lager, Lagerhaus | entrepôt | almacén | magazzino, deposito
factory, plant | Fabrik, Werk, Betriebsstätte | usine | fábrica, planta | fabbrica, stabilimento
machine, machinery | Maschine, Maschinen, Anlage | machine, machines | máquina, maquinaria | macchina, macchinari
vehicle | Fahrzeug | véhicule | vehículo | veicolo
company car | Dienstwagen, Firmenwagen | voiture de fonction | coche de empresa | auto aziendale
office | Büro | bureau | oficina | ufficio
premises, rooms | Räumlichkeiten, Räume, Geschäftsräume | locaux | locales | locali
floor, storey | Etage, Stockwerk, Geschoss | étage | planta, piso | piano
area, surface | Fläche | surface, superficie | superficie, área | superficie, area
land, plot | Grundstück, Flurstück | terrain, parcelle | terreno, parcela, solar | terreno, lotto
parking space | Stellplatz, Parkplatz | place de stationnement, parking | plaza de aparcamiento | posto auto, parcheggio
apartment, flat | Wohnung | appartement, logement | piso, apartamento, vivienda | appartamento, alloggio
repair | Reparatur, Schönheitsreparaturen | réparation | reparación | riparazione
renovation, refurbishment | Renovierung, Sanierung | rénovation | reforma, renovación | ristrutturazione
construction | Bau, Errichtung | construction | construcción, obra | costruzione
heating | Heizung | chauffage | calefacción | riscaldamento
water | Wasser | eau | agua | acqua
electricity, power | Strom, Elektrizität | électricité | electricidad | elettricità, corrente
energy | Energie | énergie | energía | energia
gas | Gas | gaz | gas | gas
work | Arbeit | travail | trabajo | lavoro
job, position | Stelle, Arbeitsplatz, Position | poste, emploi | puesto, empleo | posto, impiego, mansione
task, duty | Aufgabe, Tätigkeit | tâche, mission | tarea, función | compito, incarico
hour | Stunde | heure | hora | ora
week | Woche | semaine | semana | settimana
weekend | Wochenende | fin de semaine, week-end | fin de semana | fine settimana
half-year | Halbjahr | semestre | semestre | semestre
beginning, start | Beginn, Anfang | début, commencement | inicio, comienzo | inizio
end | Ende | fin | fin, final | fine
extension | Verlängerung, Erweiterung | prolongation, extension | prórroga, ampliación | proroga, estensione
suspension | Aussetzung, Unterbrechung | suspension | suspensión | sospensione
delay | Verzögerung, Verspätung | retard | retraso, demora | ritardo
reminder | Mahnung, Zahlungserinnerung | relance, rappel | recordatorio, requerimiento | sollecito
warning | Abmahnung, Verwarnung | avertissement, mise en demeure | apercibimiento, advertencia | diffida, ammonimento
objection | Widerspruch, Einwand | objection, opposition | objeción, oposición | obiezione, opposizione
withdrawal | Widerruf, Rücktritt | rétractation, retrait | desistimiento, retirada | recesso, ritiro
complaint | Beschwerde, Reklamation | réclamation, plainte | queja, reclamación | reclamo, denuncia
accident | Unfall | accident | accidente | incidente, infortunio
fire | Brand, Feuer | incendie, feu | incendio, fuego | incendio, fuoco
theft | Diebstahl | vol | robo, hurto | furto
fraud | Betrug | fraude, escroquerie | fraude, estafa | frode, truffa
fine | Bußgeld, Geldbuße, Geldstrafe | amende | multa | multa, ammenda
investigation | Untersuchung, Ermittlung | enquête | investigación | indagine, inchiesta
inspection | Besichtigung, Inspektion | inspection, visite | inspección | ispezione, sopralluogo
safety | Arbeitssicherheit | sécurité du travail | seguridad laboral | sicurezza sul lavoro
health | Gesundheit | santé | salud | salute
training | Schulung, Ausbildung, Fortbildung | formation | formación, capacitación | formazione
age | Alter | âge | edad | età
date of birth | Geburtsdatum | date de naissance | fecha de nacimiento | data di nascita
spouse | Ehegatte, Ehepartner | conjoint, époux | cónyuge | coniuge
child | Kind | enfant | hijo, niño | figlio, bambino
heir | Erbe | héritier | heredero | erede
inheritance, estate | Erbschaft, Nachlass | succession, héritage | herencia | eredità, successione
gift, donation | Schenkung, Geschenk, Spende | don, donation, cadeau | donación, regalo | donazione, regalo
foundation | Stiftung | fondation | fundación | fondazione
association | Verein, Verband | association | asociación | associazione
government | Regierung | gouvernement | gobierno | governo
ministry | Ministerium | ministère | ministerio | ministero
municipality | Gemeinde, Kommune | commune, municipalité | municipio, ayuntamiento | comune
city | Stadt | ville | ciudad | città
country | Land, Staat | pays | país | paese, stato
state | Staat, Bundesland | état | estado | stato
region | Region, Bundesland | région | región, comunidad autónoma | regione
street | Straße | rue | calle | via, strada
nationality | Staatsangehörigkeit, Nationalität | nationalité | nacionalidad | nazionalità, cittadinanza
passport | Reisepass, Pass | passeport | pasaporte | passaporto
identity card | Personalausweis | carte d'identité | documento de identidad | carta d'identità
password | Passwort, Kennwort | mot de passe | contraseña | password
user | Benutzer, Nutzer | utilisateur | usuario | utente
access | Zugang, Zugriff | accès | acceso | accesso
network | Netz, Netzwerk | réseau | red | rete
data | Daten | données | datos | dati
backup | Sicherung, Datensicherung | sauvegarde | copia de seguridad | backup
outage, downtime | Ausfallzeit, Störung, Ausfall | panne, interruption | interrupción, caída | interruzione, guasto
error, fault | Fehler | erreur, défaut | error, fallo | errore
deletion, erasure | Löschung | effacement, suppression | supresión, borrado | cancellazione
storage | Speicherung, Aufbewahrung | conservation, stockage | conservación, almacenamiento | conservazione, archiviazione
recipient | Empfänger | destinataire | destinatario | destinatario
sender | Absender | expéditeur | remitente | mittente
letter | Brief, Schreiben | lettre, courrier | carta | lettera
mail | Post | courrier, courriel | correo | posta
telephone, phone | Telefon | téléphone | teléfono | telefono
transport, shipping | Transport, Versand, Beförderung | transport, expédition | transporte, envío | trasporto, spedizione
freight | Fracht | fret | flete | nolo, carico
export | Ausfuhr, Export | exportation | exportación | esportazione
import | Einfuhr, Import | importation | importación | importazione
trade | Handel | commerce | comercio | commercio
market | Markt | marché | mercado | mercato
industry, sector | Branche, Industrie | secteur, industrie | sector, industria | settore, industria
strategy | Strategie | stratégie | estrategia | strategia
target, goal, objective | Ziel | objectif, but | objetivo, meta | obiettivo
measure | Maßnahme | mesure | medida | misura
project | Projekt, Vorhaben | projet | proyecto | progetto
advertising | Werbung | publicité | publicidad | pubblicità
brand | Marke | marque | marca | marchio
raw material | Rohstoff | matière première | materia prima | materia prima
steel | Stahl | acier | acero | acciaio
wood, timber | Holz | bois | madera | legno, legname
paper | Papier | papier | papel | carta
weight | Gewicht | poids | peso | peso
size | Größe | taille | tamaño | dimensione
distance | Entfernung, Abstand | distance | distancia | distanza
speed | Geschwindigkeit | vitesse | velocidad | velocità
temperature | Temperatur | température | temperatura | temperatura
`;
