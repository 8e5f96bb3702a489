/**
 * Expressions of transactions and contracts in English, German, French and Spanish, one concept per line. Written for this
 * product from general knowledge of the field; no list of others was copied.
 */
export const DEAL_TERMS = `
purchase agreement | Kaufvertrag | contrat de vente, contrat d'acquisition | contrato de compraventa
share purchase agreement | Anteilskaufvertrag, Geschäftsanteilskaufvertrag | contrat de cession d'actions | contrato de compraventa de acciones
purchase price | Kaufpreis | prix d'achat, prix de cession | precio de compra, precio de compraventa
price | Preis | prix | precio
buyer, purchaser | Käufer, Erwerber | acheteur, acquéreur | comprador, adquirente
seller, vendor | Verkäufer, Veräußerer | vendeur, cédant | vendedor
contract, agreement | Vertrag, Vereinbarung | contrat, accord, convention | contrato, acuerdo
party | Partei, Vertragspartei | partie | parte
clause, provision | Klausel, Bestimmung, Regelung | clause, disposition | cláusula, disposición
term, duration | Laufzeit, Vertragsdauer | durée | duración, vigencia
termination | Kündigung, Beendigung | résiliation | rescisión, resolución, terminación
terminate | kündigen, beenden | résilier | rescindir, resolver
notice period | Kündigungsfrist | préavis, délai de préavis | plazo de preaviso, preaviso
deadline, period | Frist | délai | plazo
renewal | Verlängerung | renouvellement, reconduction | renovación, prórroga
expiry, expiration | Ablauf | expiration, échéance | vencimiento, expiración
effective date | Inkrafttreten, Wirksamkeit | entrée en vigueur, date d'effet | entrada en vigor, fecha de efecto
liability | Haftung | responsabilité | responsabilidad
limitation of liability | Haftungsbeschränkung, Haftungsbegrenzung | limitation de responsabilité | limitación de responsabilidad
cap on liability, maximum liability | Haftungsobergrenze, Haftungshöchstbetrag | plafond de responsabilité | límite de responsabilidad
gross negligence | grobe Fahrlässigkeit | faute lourde, négligence grave | negligencia grave, culpa grave
willful misconduct, intent | Vorsatz | faute intentionnelle, dol | dolo
damages, compensation | Schadensersatz, Schadenersatz | dommages-intérêts, indemnisation | daños y perjuicios, indemnización
damage | Schaden | dommage, préjudice | daño, perjuicio
lost profits | entgangener Gewinn | manque à gagner | lucro cesante
indemnity, indemnification | Freistellung, Schadloshaltung | indemnisation, garantie | indemnización, indemnidad
indemnify | freistellen, schadlos halten | indemniser | indemnizar
contractual penalty, penalty | Vertragsstrafe | clause pénale, pénalité | penalización, cláusula penal
warranty | Gewährleistung, Garantie | garantie | garantía
representations and warranties | Zusicherungen, Garantien | déclarations et garanties | declaraciones y garantías
guarantee | Bürgschaft, Garantie | caution, cautionnement | fianza, aval
force majeure | höhere Gewalt | force majeure | fuerza mayor
confidentiality | Vertraulichkeit, Geheimhaltung | confidentialité | confidencialidad
confidentiality agreement, non-disclosure agreement | Geheimhaltungsvereinbarung, Vertraulichkeitsvereinbarung | accord de confidentialité | acuerdo de confidencialidad
confidential information | vertrauliche Informationen | informations confidentielles | información confidencial
confidentiality obligation, duty of confidentiality | Geheimhaltungspflicht, Vertraulichkeitspflicht, Verschwiegenheitspflicht | obligation de confidentialité | obligación de confidencialidad
trade secret | Geschäftsgeheimnis, Betriebsgeheimnis | secret des affaires, secret commercial | secreto comercial, secreto empresarial
non-compete, covenant not to compete | Wettbewerbsverbot | clause de non-concurrence, non-concurrence | no competencia, pacto de no competencia
competition | Wettbewerb | concurrence | competencia
competitor | Wettbewerber, Konkurrent | concurrent | competidor
non-solicitation, no-hire | Abwerbeverbot | non-sollicitation, non-débauchage | no captación
exclusivity | Exklusivität, Ausschließlichkeit | exclusivité | exclusividad
change of control | Kontrollwechsel | changement de contrôle | cambio de control
assignment | Abtretung, Übertragung | cession | cesión
consent, approval | Zustimmung, Einwilligung, Genehmigung | consentement, accord, autorisation | consentimiento, aprobación, autorización
written notice | schriftliche Mitteilung, schriftliche Anzeige | notification écrite | notificación por escrito
in writing | schriftlich, Schriftform | par écrit | por escrito
amendment | Änderung, Nachtrag | avenant, modification | modificación, enmienda
annex, schedule, exhibit | Anlage, Anhang | annexe | anexo
governing law, applicable law | anwendbares Recht, geltendes Recht | droit applicable, loi applicable | ley aplicable, derecho aplicable
jurisdiction, venue | Gerichtsstand | juridiction compétente, tribunal compétent | jurisdicción, fuero
court | Gericht | tribunal, cour | tribunal, juzgado
arbitration | Schiedsverfahren, Schiedsgericht | arbitrage | arbitraje
dispute | Streitigkeit, Rechtsstreit | litige, différend | litigio, controversia, disputa
lawsuit, litigation | Klage, Gerichtsverfahren, Rechtsstreitigkeit | procès, contentieux, action en justice | demanda, pleito, litigio
claim | Anspruch, Forderung | réclamation, créance, prétention | reclamación, crédito
limitation period | Verjährung, Verjährungsfrist | prescription, délai de prescription | prescripción, plazo de prescripción
breach | Verletzung, Vertragsverletzung, Verstoß | violation, manquement, inexécution | incumplimiento, infracción
material breach | wesentliche Vertragsverletzung | manquement grave, violation substantielle | incumplimiento esencial, incumplimiento grave
default | Verzug, Ausfall | défaut, défaillance | incumplimiento, mora
cure, remedy | Abhilfe, Nachbesserung | remède, réparation | subsanación, remedio
obligation, duty | Pflicht, Verpflichtung | obligation | obligación, deber
right | Recht | droit | derecho
severability | salvatorische Klausel | divisibilité | divisibilidad, separabilidad
entire agreement | gesamte Vereinbarung, Vollständigkeitsklausel | intégralité de l'accord | acuerdo completo, totalidad del acuerdo
waiver | Verzicht | renonciation | renuncia
power of attorney | Vollmacht | procuration, pouvoir | poder, poder notarial
signature | Unterschrift, Unterzeichnung | signature | firma
notary | Notar | notaire | notario
notarization | Beurkundung, Beglaubigung | acte notarié | escritura pública, elevación a público
closing, completion | Vollzug, Closing | réalisation, clôture | cierre
closing date, completion date | Vollzugstag, Stichtag | date de réalisation | fecha de cierre
closing conditions, conditions precedent | Vollzugsbedingungen, aufschiebende Bedingungen | conditions suspensives | condiciones suspensivas, condiciones previas
earn-out | Earn-out, Besserungsschein | complément de prix | precio contingente, earn-out
escrow | Treuhand, Treuhandkonto | séquestre | depósito en garantía
down payment, advance payment | Anzahlung, Vorauszahlung | acompte, avance | anticipo, pago inicial
payment | Zahlung | paiement, versement | pago
payment terms | Zahlungsbedingungen, Zahlungsziel | conditions de paiement, modalités de paiement | condiciones de pago, plazo de pago
invoice | Rechnung | facture | factura
late payment interest, default interest | Verzugszinsen | intérêts de retard, intérêts moratoires | intereses de demora, intereses moratorios
interest | Zinsen | intérêts | intereses
interest rate | Zinssatz, Zins | taux d'intérêt | tipo de interés, tasa de interés
due date, maturity | Fälligkeit | échéance, exigibilité | vencimiento, fecha de vencimiento
letter of intent | Absichtserklärung | lettre d'intention | carta de intenciones
due diligence | Sorgfaltsprüfung, Due-Diligence-Prüfung | audit préalable, audit d'acquisition | auditoría previa, revisión legal
data room | Datenraum | salle de données, data room | sala de datos
disclosure | Offenlegung | divulgation, communication | divulgación, revelación
disclose | offenlegen, weitergeben | divulguer, communiquer | divulgar, revelar
acquisition | Erwerb, Übernahme, Akquisition | acquisition | adquisición
merger | Verschmelzung, Fusion | fusion | fusión
demerger, spin-off | Abspaltung, Ausgliederung | scission, apport partiel d'actif | escisión
takeover bid, public offer | Übernahmeangebot | offre publique d'achat | oferta pública de adquisición
joint venture | Gemeinschaftsunternehmen | coentreprise, entreprise commune | empresa conjunta
shareholder, stockholder | Aktionär, Gesellschafter, Anteilseigner | actionnaire, associé | accionista, socio
shareholders' agreement | Gesellschaftervereinbarung, Aktionärsvereinbarung | pacte d'actionnaires, pacte d'associés | pacto de socios, acuerdo de accionistas
shareholders' meeting, general meeting | Hauptversammlung, Gesellschafterversammlung | assemblée générale | junta general, asamblea general
resolution | Beschluss | résolution, décision | resolución, acuerdo
majority | Mehrheit | majorité | mayoría
voting rights | Stimmrechte, Stimmrecht | droits de vote | derechos de voto
share, shares | Aktie, Aktien, Anteil, Geschäftsanteil | action, actions, parts sociales | acción, acciones, participaciones
share capital | Stammkapital, Grundkapital | capital social | capital social
capital increase | Kapitalerhöhung | augmentation de capital | ampliación de capital, aumento de capital
dividend | Dividende, Gewinnausschüttung | dividende | dividendo
articles of association, bylaws | Satzung, Gesellschaftsvertrag | statuts | estatutos, estatutos sociales
commercial register | Handelsregister | registre du commerce | registro mercantil
managing director | Geschäftsführer | gérant, directeur général | administrador, gerente, director general
board of directors | Verwaltungsrat, Vorstand | conseil d'administration | consejo de administración
supervisory board | Aufsichtsrat | conseil de surveillance | consejo de vigilancia
company | Gesellschaft, Unternehmen, Firma | société, entreprise | sociedad, empresa, compañía
subsidiary | Tochtergesellschaft, Tochterunternehmen | filiale | filial
parent company | Muttergesellschaft | société mère | sociedad matriz, matriz
affiliate | verbundenes Unternehmen | société affiliée, société liée | empresa vinculada, afiliada
branch | Zweigniederlassung, Niederlassung | succursale | sucursal
registered office, headquarters | Sitz, Hauptsitz | siège social, siège | domicilio social, sede
right of first refusal, preemptive right | Vorkaufsrecht | droit de préemption | derecho de preferencia, derecho de tanteo
drag-along right | Mitverkaufspflicht | clause de sortie forcée, obligation de sortie conjointe | derecho de arrastre
tag-along right | Mitverkaufsrecht | droit de sortie conjointe | derecho de acompañamiento
option | Option | option | opción
call option | Kaufoption | option d'achat | opción de compra
put option | Verkaufsoption | option de vente | opción de venta
material adverse change | wesentliche nachteilige Änderung | changement défavorable significatif | cambio adverso sustancial
break fee, termination fee | Abbruchgebühr | indemnité de rupture | penalización por desistimiento
fee | Gebühr, Honorar, Vergütung | honoraires, frais, commission | honorarios, comisión, tarifa
remuneration, compensation | Vergütung | rémunération | remuneración, retribución
commission | Provision | commission | comisión
discount, rebate | Rabatt, Nachlass, Skonto | remise, rabais | descuento, rebaja
cost, costs | Kosten | coût, coûts, frais | coste, costes, costo, gastos
expenses | Aufwendungen, Auslagen | dépenses, charges, frais | gastos
revenue, sales | Umsatz, Umsatzerlöse, Erlöse | chiffre d'affaires, recettes | ingresos, ventas, cifra de negocios
profit | Gewinn | bénéfice, profit | beneficio, ganancia
loss | Verlust | perte | pérdida
net income, net profit | Jahresüberschuss, Nettogewinn, Konzernergebnis | résultat net, bénéfice net | resultado neto, beneficio neto
net loss | Jahresfehlbetrag | perte nette | pérdida neta
operating income, operating profit | Betriebsergebnis, operatives Ergebnis | résultat d'exploitation, résultat opérationnel | resultado de explotación, beneficio operativo
gross profit, gross margin | Rohertrag, Bruttogewinn, Bruttomarge | marge brute, bénéfice brut | margen bruto, beneficio bruto
margin | Marge | marge | margen
cost of sales, cost of goods sold | Umsatzkosten, Herstellungskosten | coût des ventes | coste de ventas
material costs | Materialaufwand, Materialkosten | coût des matières | coste de materiales
personnel expenses | Personalaufwand, Personalkosten | charges de personnel, frais de personnel | gastos de personal
depreciation, amortization | Abschreibung, Abschreibungen | amortissement, dépréciation | amortización, depreciación
impairment | Wertminderung | dépréciation | deterioro
goodwill | Geschäftswert, Firmenwert | écart d'acquisition, fonds de commerce | fondo de comercio
balance sheet | Bilanz | bilan | balance, balance de situación
income statement, profit and loss account | Gewinn- und Verlustrechnung | compte de résultat | cuenta de resultados, cuenta de pérdidas y ganancias
cash flow statement | Kapitalflussrechnung | tableau des flux de trésorerie | estado de flujos de efectivo
cash flow | Cashflow, Mittelfluss | flux de trésorerie | flujo de caja, flujo de efectivo
annual financial statements | Jahresabschluss | comptes annuels | cuentas anuales
annual report | Geschäftsbericht, Jahresbericht | rapport annuel | informe anual, memoria anual
fiscal year, financial year | Geschäftsjahr, Wirtschaftsjahr | exercice, exercice fiscal | ejercicio, ejercicio fiscal, año fiscal
quarter | Quartal | trimestre | trimestre
auditor | Wirtschaftsprüfer, Abschlussprüfer | commissaire aux comptes, auditeur | auditor
audit | Prüfung, Abschlussprüfung | audit, contrôle | auditoría
equity | Eigenkapital | capitaux propres | patrimonio neto, fondos propios
debt, liabilities | Schulden, Verbindlichkeiten, Fremdkapital | dettes, passif | deuda, pasivo
net debt | Nettoverschuldung, Nettofinanzverbindlichkeiten | endettement net, dette nette | deuda neta
assets | Vermögenswerte, Aktiva, Vermögen | actifs, actif | activos, activo
fixed assets | Anlagevermögen | immobilisations, actif immobilisé | inmovilizado, activo fijo
current assets | Umlaufvermögen | actif circulant | activo circulante, activo corriente
property, plant and equipment | Sachanlagen | immobilisations corporelles | inmovilizado material
intangible assets | immaterielle Vermögenswerte | immobilisations incorporelles, actifs incorporels | activos intangibles, inmovilizado intangible
inventory | Vorräte, Lagerbestand | stocks | existencias, inventario
accounts receivable, receivables | Forderungen, Debitoren | créances, créances clients | cuentas por cobrar, deudores
accounts payable, payables | Kreditoren, Lieferantenverbindlichkeiten | dettes fournisseurs | cuentas por pagar, acreedores
provisions, reserves | Rückstellungen, Rücklagen | provisions, réserves | provisiones, reservas
deferred taxes | latente Steuern | impôts différés | impuestos diferidos
capital expenditure, investments | Investitionen, Investitionsausgaben | investissements, dépenses d'investissement | inversiones, gastos de capital
working capital | Umlaufkapital, Nettoumlaufvermögen | fonds de roulement, besoin en fonds de roulement | capital circulante, fondo de maniobra
liquidity | Liquidität, liquide Mittel | liquidité, trésorerie | liquidez, tesorería
cash | Barmittel, Bargeld, Zahlungsmittel | espèces, trésorerie | efectivo, caja
budget | Budget, Haushaltsplan | budget | presupuesto
forecast | Prognose, Planung | prévision | previsión, pronóstico
business plan | Geschäftsplan | plan d'affaires | plan de negocio
valuation | Bewertung | évaluation, valorisation | valoración, tasación
market value, fair value | Marktwert, Verkehrswert, Zeitwert | valeur de marché, juste valeur | valor de mercado, valor razonable
book value | Buchwert | valeur comptable | valor contable
`;
