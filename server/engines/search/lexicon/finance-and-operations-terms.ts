/**
 * Expressions of financing, tax, work, property, technology and data protection in English, German, French, Spanish and Italian,
 * one concept per line. Written for this product from general knowledge of the field; no list of others was copied.
 */
export const OPERATIONS_TERMS = `
loan, credit | Darlehen, Kredit | prêt, crédit, emprunt | préstamo, crédito | prestito, finanziamento, mutuo
loan agreement | Darlehensvertrag, Kreditvertrag | contrat de prêt | contrato de préstamo | contratto di prestito, contratto di finanziamento
lender | Darlehensgeber, Kreditgeber | prêteur | prestamista | finanziatore, mutuante
borrower | Darlehensnehmer, Kreditnehmer | emprunteur | prestatario | mutuatario, debitore
creditor | Gläubiger | créancier | acreedor | creditore
debtor | Schuldner | débiteur | deudor | debitore
bond, bonds | Anleihe, Schuldverschreibung | obligation, emprunt obligataire | bono, obligaciones | obbligazione, obbligazioni
collateral, security | Sicherheit, Sicherheiten | sûreté, garantie | garantía, garantías | garanzia, garanzie
pledge | Pfandrecht, Verpfändung | nantissement, gage | prenda, pignoración | pegno
mortgage | Hypothek, Grundschuld | hypothèque | hipoteca | ipoteca
lien, encumbrance | Belastung, Pfandrecht | privilège, charge | gravamen, carga | gravame, privilegio
repayment | Rückzahlung, Tilgung | remboursement | reembolso, amortización | rimborso
early repayment, prepayment | vorzeitige Rückzahlung | remboursement anticipé | amortización anticipada | rimborso anticipato
subordination | Nachrang, Rangrücktritt | subordination | subordinación | postergazione, subordinazione
event of default | Kündigungsgrund, Verzugsfall | cas de défaut | supuesto de incumplimiento | evento di inadempimento
financial covenants | Finanzkennzahlen | engagements financiers | obligaciones financieras | covenant finanziari, parametri finanziari
insolvency, bankruptcy | Insolvenz, Konkurs | insolvabilité, faillite | insolvencia, concurso, quiebra | insolvenza, fallimento
liquidation, winding-up | Liquidation, Abwicklung, Auflösung | liquidation, dissolution | liquidación, disolución | liquidazione, scioglimento
tax | Steuer, Steuern | impôt, taxe | impuesto, tributo | imposta, tassa
income tax | Einkommensteuer, Ertragsteuern | impôt sur le revenu, impôt sur les bénéfices | impuesto sobre la renta, impuesto sobre beneficios | imposta sul reddito
corporate tax | Körperschaftsteuer | impôt sur les sociétés | impuesto sobre sociedades | imposta sulle società
trade tax | Gewerbesteuer | taxe professionnelle | impuesto de actividades económicas | imposta regionale sulle attività produttive
value added tax, VAT | Mehrwertsteuer, Umsatzsteuer | taxe sur la valeur ajoutée, TVA | impuesto sobre el valor añadido, IVA | imposta sul valore aggiunto, IVA
withholding tax | Quellensteuer | retenue à la source | retención en la fuente, retención fiscal | ritenuta alla fonte, ritenuta d'acconto
tax authority | Finanzamt, Steuerbehörde | administration fiscale | hacienda, administración tributaria | agenzia delle entrate, autorità fiscale
tax audit | Betriebsprüfung, Steuerprüfung | contrôle fiscal | inspección fiscal | verifica fiscale
tax return | Steuererklärung | déclaration fiscale | declaración fiscal | dichiarazione dei redditi
transfer pricing | Verrechnungspreise | prix de transfert | precios de transferencia | prezzi di trasferimento
customs | Zoll | douane | aduana, arancel | dogana
subsidy, grant | Subvention, Zuschuss, Fördermittel | subvention | subvención | sovvenzione, contributo
employment contract | Arbeitsvertrag, Anstellungsvertrag | contrat de travail | contrato de trabajo, contrato laboral | contratto di lavoro
employee | Arbeitnehmer, Mitarbeiter, Beschäftigte | salarié, employé | empleado, trabajador | dipendente, lavoratore
employer | Arbeitgeber | employeur | empleador, empresario | datore di lavoro
number of employees | Mitarbeiterzahl, Anzahl der Mitarbeiter | effectif, nombre de salariés | número de empleados, plantilla | numero di dipendenti
salary, wages | Gehalt, Lohn | salaire | salario, sueldo | stipendio, salario, retribuzione
bonus | Bonus, Prämie | prime | prima, bono, gratificación | bonus, premio
severance pay | Abfindung | indemnité de départ, indemnité de licenciement | indemnización por despido | indennità di licenziamento, trattamento di fine rapporto
dismissal | Entlassung | licenciement | despido | licenziamento
resignation | Eigenkündigung, Rücktritt | démission | dimisión, renuncia | dimissioni
vacation, leave | Urlaub | congés, vacances | vacaciones | ferie
working hours | Arbeitszeit | temps de travail, heures de travail | jornada laboral, horario de trabajo | orario di lavoro
overtime | Überstunden | heures supplémentaires | horas extraordinarias | straordinario, straordinari
sick leave | Krankheit, Krankenstand | arrêt maladie | baja por enfermedad | malattia, congedo per malattia
parental leave | Elternzeit | congé parental | permiso parental | congedo parentale
probationary period | Probezeit | période d'essai | período de prueba | periodo di prova
works council | Betriebsrat | comité d'entreprise, comité social et économique | comité de empresa | consiglio di fabbrica, rappresentanza sindacale
trade union | Gewerkschaft | syndicat | sindicato | sindacato
collective agreement | Tarifvertrag | convention collective | convenio colectivo | contratto collettivo
pension | Rente, Altersversorgung, Pension | retraite, pension | pensión, jubilación | pensione
pension obligations | Pensionsverpflichtungen | engagements de retraite | compromisos por pensiones | obbligazioni pensionistiche
social security contributions | Sozialversicherungsbeiträge, Sozialabgaben | cotisations sociales | cotizaciones sociales | contributi previdenziali
secondary employment | Nebentätigkeit | activité accessoire | pluriempleo | attività secondaria
lease, rental agreement | Mietvertrag, Pachtvertrag | bail, contrat de location | contrato de arrendamiento, contrato de alquiler | contratto di locazione, locazione, contratto di affitto
landlord, lessor | Vermieter, Verpächter | bailleur, propriétaire | arrendador | locatore
tenant, lessee | Mieter, Pächter | locataire, preneur | arrendatario, inquilino | conduttore, locatario, inquilino
rent | Miete, Mietzins, Pacht | loyer | alquiler, renta | canone, affitto, canone di locazione
security deposit, deposit | Kaution, Mietkaution | dépôt de garantie, caution | fianza, depósito | deposito cauzionale, cauzione
service charges, ancillary costs | Nebenkosten, Betriebskosten | charges locatives | gastos de comunidad | spese accessorie, spese condominiali
real estate, property | Immobilie, Immobilien, Grundstück | immobilier, immeuble, bien immobilier | inmueble, bienes inmuebles, propiedad | immobile, immobili, proprietà
land register | Grundbuch | livre foncier, cadastre | registro de la propiedad | catasto, registro immobiliare
owner, ownership | Eigentümer, Eigentum | propriétaire, propriété | propietario, propiedad | proprietario, proprietà
building | Gebäude | bâtiment | edificio | edificio
building permit | Baugenehmigung | permis de construire | licencia de obras | permesso di costruire, licenza edilizia
square meters | Quadratmeter | mètres carrés | metros cuadrados | metri quadrati, metri quadri
maintenance | Instandhaltung, Wartung | entretien, maintenance | mantenimiento | manutenzione
environment | Umwelt | environnement | medio ambiente | ambiente
contamination | Altlasten, Kontamination | pollution, contamination | contaminación | contaminazione
emissions | Emissionen | émissions | emisiones | emissioni
waste | Abfall | déchets | residuos | rifiuti
permit, license | Genehmigung, Erlaubnis, Konzession | permis, autorisation, licence | permiso, licencia, autorización | permesso, licenza, autorizzazione
supplier | Lieferant, Zulieferer | fournisseur | proveedor | fornitore
supply agreement | Liefervertrag | contrat de fourniture, contrat d'approvisionnement | contrato de suministro | contratto di fornitura
delivery | Lieferung | livraison | entrega, suministro | consegna
delivery date | Liefertermin, Lieferfrist | date de livraison, délai de livraison | fecha de entrega, plazo de entrega | data di consegna, termine di consegna
customer, client | Kunde, Auftraggeber | client | cliente | cliente, committente
contractor | Auftragnehmer | prestataire, entrepreneur | contratista | appaltatore
subcontractor | Subunternehmer, Nachunternehmer | sous-traitant | subcontratista | subappaltatore
order | Bestellung, Auftrag | commande | pedido, orden | ordine
minimum purchase, minimum order | Mindestabnahme, Mindestbestellmenge | minimum d'achat, quantité minimale | compra mínima, pedido mínimo | acquisto minimo, ordine minimo
general terms and conditions | Allgemeine Geschäftsbedingungen, AGB | conditions générales | condiciones generales | condizioni generali
service agreement | Dienstleistungsvertrag, Dienstvertrag | contrat de services, contrat de prestation | contrato de servicios, contrato de prestación | contratto di servizi
services | Dienstleistungen, Leistungen | services, prestations | servicios, prestaciones | servizi, prestazioni
goods | Waren, Güter | biens, marchandises | bienes, mercancías | merci, beni
product | Produkt, Erzeugnis | produit | producto | prodotto
quantity | Menge | quantité | cantidad | quantità
quality | Qualität | qualité | calidad | qualità
defect | Mangel | défaut, vice | defecto, vicio | difetto, vizio
acceptance | Abnahme, Annahme | réception, acceptation | aceptación, recepción | accettazione, collaudo
distribution agreement | Vertriebsvertrag | contrat de distribution | contrato de distribución | contratto di distribuzione
distributor | Vertriebspartner, Händler | distributeur | distribuidor | distributore
commercial agent | Handelsvertreter | agent commercial | agente comercial | agente di commercio
franchise | Franchise | franchise | franquicia | franchising
territory | Vertragsgebiet, Gebiet | territoire | territorio | territorio
royalty | Lizenzgebühr, Tantieme | redevance | regalía, canon | royalty, canone di licenza
license agreement | Lizenzvertrag | contrat de licence | contrato de licencia | contratto di licenza
licensor | Lizenzgeber | concédant, donneur de licence | licenciante | licenziante
licensee | Lizenznehmer | licencié, preneur de licence | licenciatario | licenziatario
intellectual property | geistiges Eigentum | propriété intellectuelle | propiedad intelectual | proprietà intellettuale
patent | Patent | brevet | patente | brevetto
trademark | Marke, Markenzeichen | marque | marca | marchio
copyright | Urheberrecht | droit d'auteur | derechos de autor | diritto d'autore
invention | Erfindung | invention | invención, invento | invenzione
domain name | Domain | nom de domaine | nombre de dominio | nome di dominio
software | Software | logiciel | software, programa informático | software
source code | Quellcode, Quelltext | code source | código fuente | codice sorgente
data protection | Datenschutz | protection des données | protección de datos | protezione dei dati
personal data | personenbezogene Daten | données personnelles, données à caractère personnel | datos personales | dati personali
data processing agreement | Auftragsverarbeitungsvertrag | accord de traitement des données | contrato de tratamiento de datos | accordo sul trattamento dei dati
controller | Verantwortlicher | responsable du traitement | responsable del tratamiento | titolare del trattamento
processor | Auftragsverarbeiter | sous-traitant | encargado del tratamiento | responsabile del trattamento
data subject | betroffene Person | personne concernée | interesado | interessato
data breach | Datenpanne, Datenschutzverletzung | violation de données | violación de seguridad, brecha de datos | violazione dei dati
retention period | Aufbewahrungsfrist | durée de conservation | plazo de conservación | periodo di conservazione
availability | Verfügbarkeit | disponibilité | disponibilidad | disponibilità
response time | Reaktionszeit | délai de réponse, temps de réponse | tiempo de respuesta | tempo di risposta
support | Unterstützung, Support | assistance, support | soporte, asistencia | assistenza, supporto
insurance | Versicherung | assurance | seguro | assicurazione
insurance policy | Versicherungspolice, Versicherungsvertrag | police d'assurance | póliza de seguro | polizza assicurativa, polizza
sum insured, coverage amount | Versicherungssumme, Deckungssumme | montant assuré, montant garanti | suma asegurada | somma assicurata, massimale
premium | Versicherungsprämie, Prämie | prime | prima | premio
deductible | Selbstbehalt, Selbstbeteiligung | franchise | franquicia | franchigia
insured event | Versicherungsfall, Schadensfall | sinistre | siniestro | sinistro
compliance | Regelkonformität, Einhaltung | conformité | cumplimiento | conformità
money laundering | Geldwäsche | blanchiment | blanqueo de capitales | riciclaggio
bribery, corruption | Bestechung, Korruption | corruption, pots-de-vin | soborno, corrupción | corruzione, tangenti
sanctions | Sanktionen | sanctions | sanciones | sanzioni
antitrust, competition law | Kartellrecht, Wettbewerbsrecht | droit de la concurrence | derecho de la competencia | diritto della concorrenza
merger control | Fusionskontrolle | contrôle des concentrations | control de concentraciones | controllo delle concentrazioni
authority | Behörde | autorité | autoridad | autorità
law, statute | Gesetz | loi | ley | legge
regulation | Verordnung, Vorschrift | règlement, réglementation | reglamento, normativa | regolamento, normativa
risk | Risiko | risque | riesgo | rischio
amount | Betrag, Höhe, Summe | montant, somme | importe, cantidad, monto | importo, somma
percentage, percent | Prozentsatz, Prozent, Anteil | pourcentage, pour cent | porcentaje, por ciento | percentuale, per cento
date | Datum | date | fecha | data
year | Jahr | année, an | año | anno
month | Monat | mois | mes | mese
day | Tag | jour | día | giorno
market share | Marktanteil | part de marché | cuota de mercado | quota di mercato
growth | Wachstum | croissance | crecimiento | crescita
research and development | Forschung und Entwicklung | recherche et développement | investigación y desarrollo | ricerca e sviluppo
production, manufacturing | Herstellung, Produktion, Fertigung | production, fabrication | producción, fabricación | produzione, fabbricazione
`;
