/**
 * Expressions of financing, tax, work, property, technology and data protection in English, German, French and Spanish, one
 * concept per line. Written for this product from general knowledge of the field; no list of others was copied.
 */
export const OPERATIONS_TERMS = `
loan, credit | Darlehen, Kredit | prêt, crédit, emprunt | préstamo, crédito
loan agreement | Darlehensvertrag, Kreditvertrag | contrat de prêt | contrato de préstamo
lender | Darlehensgeber, Kreditgeber | prêteur | prestamista
borrower | Darlehensnehmer, Kreditnehmer | emprunteur | prestatario
creditor | Gläubiger | créancier | acreedor
debtor | Schuldner | débiteur | deudor
bond, bonds | Anleihe, Schuldverschreibung | obligation, emprunt obligataire | bono, obligaciones
collateral, security | Sicherheit, Sicherheiten | sûreté, garantie | garantía, garantías
pledge | Pfandrecht, Verpfändung | nantissement, gage | prenda, pignoración
mortgage | Hypothek, Grundschuld | hypothèque | hipoteca
lien, encumbrance | Belastung, Pfandrecht | privilège, charge | gravamen, carga
repayment | Rückzahlung, Tilgung | remboursement | reembolso, amortización
early repayment, prepayment | vorzeitige Rückzahlung | remboursement anticipé | amortización anticipada
subordination | Nachrang, Rangrücktritt | subordination | subordinación
event of default | Kündigungsgrund, Verzugsfall | cas de défaut | supuesto de incumplimiento
financial covenants | Finanzkennzahlen | engagements financiers | obligaciones financieras
insolvency, bankruptcy | Insolvenz, Konkurs | insolvabilité, faillite | insolvencia, concurso, quiebra
liquidation, winding-up | Liquidation, Abwicklung, Auflösung | liquidation, dissolution | liquidación, disolución
tax | Steuer, Steuern | impôt, taxe | impuesto, tributo
income tax | Einkommensteuer, Ertragsteuern | impôt sur le revenu, impôt sur les bénéfices | impuesto sobre la renta, impuesto sobre beneficios
corporate tax | Körperschaftsteuer | impôt sur les sociétés | impuesto sobre sociedades
trade tax | Gewerbesteuer | taxe professionnelle | impuesto de actividades económicas
value added tax, VAT | Mehrwertsteuer, Umsatzsteuer | taxe sur la valeur ajoutée, TVA | impuesto sobre el valor añadido, IVA
withholding tax | Quellensteuer | retenue à la source | retención en la fuente, retención fiscal
tax authority | Finanzamt, Steuerbehörde | administration fiscale | hacienda, administración tributaria
tax audit | Betriebsprüfung, Steuerprüfung | contrôle fiscal | inspección fiscal
tax return | Steuererklärung | déclaration fiscale | declaración fiscal
transfer pricing | Verrechnungspreise | prix de transfert | precios de transferencia
customs | Zoll | douane | aduana, arancel
subsidy, grant | Subvention, Zuschuss, Fördermittel | subvention | subvención
employment contract | Arbeitsvertrag, Anstellungsvertrag | contrat de travail | contrato de trabajo, contrato laboral
employee | Arbeitnehmer, Mitarbeiter, Beschäftigte | salarié, employé | empleado, trabajador
employer | Arbeitgeber | employeur | empleador, empresario
number of employees | Mitarbeiterzahl, Anzahl der Mitarbeiter | effectif, nombre de salariés | número de empleados, plantilla
salary, wages | Gehalt, Lohn | salaire | salario, sueldo
bonus | Bonus, Prämie | prime | prima, bono, gratificación
severance pay | Abfindung | indemnité de départ, indemnité de licenciement | indemnización por despido
dismissal | Entlassung | licenciement | despido
resignation | Eigenkündigung, Rücktritt | démission | dimisión, renuncia
vacation, leave | Urlaub | congés, vacances | vacaciones
working hours | Arbeitszeit | temps de travail, heures de travail | jornada laboral, horario de trabajo
overtime | Überstunden | heures supplémentaires | horas extraordinarias
sick leave | Krankheit, Krankenstand | arrêt maladie | baja por enfermedad
parental leave | Elternzeit | congé parental | permiso parental
probationary period | Probezeit | période d'essai | período de prueba
works council | Betriebsrat | comité d'entreprise, comité social et économique | comité de empresa
trade union | Gewerkschaft | syndicat | sindicato
collective agreement | Tarifvertrag | convention collective | convenio colectivo
pension | Rente, Altersversorgung, Pension | retraite, pension | pensión, jubilación
pension obligations | Pensionsverpflichtungen | engagements de retraite | compromisos por pensiones
social security contributions | Sozialversicherungsbeiträge, Sozialabgaben | cotisations sociales | cotizaciones sociales
secondary employment | Nebentätigkeit | activité accessoire | pluriempleo
lease, rental agreement | Mietvertrag, Pachtvertrag | bail, contrat de location | contrato de arrendamiento, contrato de alquiler
landlord, lessor | Vermieter, Verpächter | bailleur, propriétaire | arrendador
tenant, lessee | Mieter, Pächter | locataire, preneur | arrendatario, inquilino
rent | Miete, Mietzins, Pacht | loyer | alquiler, renta
security deposit, deposit | Kaution, Mietkaution | dépôt de garantie, caution | fianza, depósito
service charges, ancillary costs | Nebenkosten, Betriebskosten | charges locatives | gastos de comunidad
real estate, property | Immobilie, Immobilien, Grundstück | immobilier, immeuble, bien immobilier | inmueble, bienes inmuebles, propiedad
land register | Grundbuch | livre foncier, cadastre | registro de la propiedad
owner, ownership | Eigentümer, Eigentum | propriétaire, propriété | propietario, propiedad
building | Gebäude | bâtiment | edificio
building permit | Baugenehmigung | permis de construire | licencia de obras
square meters | Quadratmeter | mètres carrés | metros cuadrados
maintenance | Instandhaltung, Wartung | entretien, maintenance | mantenimiento
environment | Umwelt | environnement | medio ambiente
contamination | Altlasten, Kontamination | pollution, contamination | contaminación
emissions | Emissionen | émissions | emisiones
waste | Abfall | déchets | residuos
permit, license | Genehmigung, Erlaubnis, Konzession | permis, autorisation, licence | permiso, licencia, autorización
supplier | Lieferant, Zulieferer | fournisseur | proveedor
supply agreement | Liefervertrag | contrat de fourniture, contrat d'approvisionnement | contrato de suministro
delivery | Lieferung | livraison | entrega, suministro
delivery date | Liefertermin, Lieferfrist | date de livraison, délai de livraison | fecha de entrega, plazo de entrega
customer, client | Kunde, Auftraggeber | client | cliente
contractor | Auftragnehmer | prestataire, entrepreneur | contratista
subcontractor | Subunternehmer, Nachunternehmer | sous-traitant | subcontratista
order | Bestellung, Auftrag | commande | pedido, orden
minimum purchase, minimum order | Mindestabnahme, Mindestbestellmenge | minimum d'achat, quantité minimale | compra mínima, pedido mínimo
general terms and conditions | Allgemeine Geschäftsbedingungen, AGB | conditions générales | condiciones generales
service agreement | Dienstleistungsvertrag, Dienstvertrag | contrat de services, contrat de prestation | contrato de servicios, contrato de prestación
services | Dienstleistungen, Leistungen | services, prestations | servicios, prestaciones
goods | Waren, Güter | biens, marchandises | bienes, mercancías
product | Produkt, Erzeugnis | produit | producto
quantity | Menge | quantité | cantidad
quality | Qualität | qualité | calidad
defect | Mangel | défaut, vice | defecto, vicio
acceptance | Abnahme, Annahme | réception, acceptation | aceptación, recepción
distribution agreement | Vertriebsvertrag | contrat de distribution | contrato de distribución
distributor | Vertriebspartner, Händler | distributeur | distribuidor
commercial agent | Handelsvertreter | agent commercial | agente comercial
franchise | Franchise | franchise | franquicia
territory | Vertragsgebiet, Gebiet | territoire | territorio
royalty | Lizenzgebühr, Tantieme | redevance | regalía, canon
license agreement | Lizenzvertrag | contrat de licence | contrato de licencia
licensor | Lizenzgeber | concédant, donneur de licence | licenciante
licensee | Lizenznehmer | licencié, preneur de licence | licenciatario
intellectual property | geistiges Eigentum | propriété intellectuelle | propiedad intelectual
patent | Patent | brevet | patente
trademark | Marke, Markenzeichen | marque | marca
copyright | Urheberrecht | droit d'auteur | derechos de autor
invention | Erfindung | invention | invención, invento
domain name | Domain | nom de domaine | nombre de dominio
software | Software | logiciel | software, programa informático
source code | Quellcode, Quelltext | code source | código fuente
data protection | Datenschutz | protection des données | protección de datos
personal data | personenbezogene Daten | données personnelles, données à caractère personnel | datos personales
data processing agreement | Auftragsverarbeitungsvertrag | accord de traitement des données | contrato de tratamiento de datos
controller | Verantwortlicher | responsable du traitement | responsable del tratamiento
processor | Auftragsverarbeiter | sous-traitant | encargado del tratamiento
data subject | betroffene Person | personne concernée | interesado
data breach | Datenpanne, Datenschutzverletzung | violation de données | violación de seguridad, brecha de datos
retention period | Aufbewahrungsfrist | durée de conservation | plazo de conservación
availability | Verfügbarkeit | disponibilité | disponibilidad
response time | Reaktionszeit | délai de réponse, temps de réponse | tiempo de respuesta
support | Unterstützung, Support | assistance, support | soporte, asistencia
insurance | Versicherung | assurance | seguro
insurance policy | Versicherungspolice, Versicherungsvertrag | police d'assurance | póliza de seguro
sum insured, coverage amount | Versicherungssumme, Deckungssumme | montant assuré, montant garanti | suma asegurada
premium | Versicherungsprämie, Prämie | prime | prima
deductible | Selbstbehalt, Selbstbeteiligung | franchise | franquicia
insured event | Versicherungsfall, Schadensfall | sinistre | siniestro
compliance | Regelkonformität, Einhaltung | conformité | cumplimiento
money laundering | Geldwäsche | blanchiment | blanqueo de capitales
bribery, corruption | Bestechung, Korruption | corruption, pots-de-vin | soborno, corrupción
sanctions | Sanktionen | sanctions | sanciones
antitrust, competition law | Kartellrecht, Wettbewerbsrecht | droit de la concurrence | derecho de la competencia
merger control | Fusionskontrolle | contrôle des concentrations | control de concentraciones
authority | Behörde | autorité | autoridad
law, statute | Gesetz | loi | ley
regulation | Verordnung, Vorschrift | règlement, réglementation | reglamento, normativa
risk | Risiko | risque | riesgo
amount | Betrag, Höhe, Summe | montant, somme | importe, cantidad, monto
percentage, percent | Prozentsatz, Prozent, Anteil | pourcentage, pour cent | porcentaje, por ciento
date | Datum | date | fecha
year | Jahr | année, an | año
month | Monat | mois | mes
day | Tag | jour | día
market share | Marktanteil | part de marché | cuota de mercado
growth | Wachstum | croissance | crecimiento
research and development | Forschung und Entwicklung | recherche et développement | investigación y desarrollo
production, manufacturing | Herstellung, Produktion, Fertigung | production, fabrication | producción, fabricación
`;
