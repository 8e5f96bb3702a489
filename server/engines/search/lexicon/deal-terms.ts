/**
 * Expressions of transactions and contracts in English, German, French, Spanish and Italian, one concept per line. Written for
 * this product from general knowledge of the field; no list of others was copied.
 */
export const DEAL_TERMS = `
purchase agreement | Kaufvertrag | contrat de vente, contrat d'acquisition | contrato de compraventa | contratto di acquisto, contratto di compravendita
share purchase agreement | Anteilskaufvertrag, Geschäftsanteilskaufvertrag | contrat de cession d'actions | contrato de compraventa de acciones | contratto di compravendita di azioni, contratto di cessione di quote
purchase price | Kaufpreis | prix d'achat, prix de cession | precio de compra, precio de compraventa | prezzo di acquisto, prezzo di cessione
price | Preis | prix | precio | prezzo
buyer, purchaser | Käufer, Erwerber | acheteur, acquéreur | comprador, adquirente | acquirente, compratore
seller, vendor | Verkäufer, Veräußerer | vendeur, cédant | vendedor | venditore, cedente
contract, agreement | Vertrag, Vereinbarung | contrat, accord, convention | contrato, acuerdo | contratto, accordo
party | Partei, Vertragspartei | partie | parte | parte
clause, provision | Klausel, Bestimmung, Regelung | clause, disposition | cláusula, disposición | clausola, disposizione
term, duration | Laufzeit, Vertragsdauer | durée | duración, vigencia | durata
termination | Kündigung, Beendigung | résiliation | rescisión, resolución, terminación | cessazione, risoluzione, disdetta
terminate | kündigen, beenden | résilier | rescindir, resolver | risolvere, disdire
notice period | Kündigungsfrist | préavis, délai de préavis | plazo de preaviso, preaviso | termine di preavviso, periodo di preavviso, preavviso
deadline, period | Frist | délai | plazo | termine, scadenza
renewal | Verlängerung | renouvellement, reconduction | renovación, prórroga | rinnovo, proroga
expiry, expiration | Ablauf | expiration, échéance | vencimiento, expiración | scadenza
effective date | Inkrafttreten, Wirksamkeit | entrée en vigueur, date d'effet | entrada en vigor, fecha de efecto | data di efficacia, entrata in vigore
liability | Haftung | responsabilité | responsabilidad | responsabilità
limitation of liability | Haftungsbeschränkung, Haftungsbegrenzung | limitation de responsabilité | limitación de responsabilidad | limitazione di responsabilità, limitazione della responsabilità
cap on liability, maximum liability | Haftungsobergrenze, Haftungshöchstbetrag | plafond de responsabilité | límite de responsabilidad | massimale di responsabilità, limite di responsabilità
gross negligence | grobe Fahrlässigkeit | faute lourde, négligence grave | negligencia grave, culpa grave | colpa grave
willful misconduct, intent | Vorsatz | faute intentionnelle, dol | dolo | dolo
damages, compensation | Schadensersatz, Schadenersatz | dommages-intérêts, indemnisation | daños y perjuicios, indemnización | risarcimento, risarcimento danni
damage | Schaden | dommage, préjudice | daño, perjuicio | danno
lost profits | entgangener Gewinn | manque à gagner | lucro cesante | lucro cessante, mancato guadagno
indemnity, indemnification | Freistellung, Schadloshaltung | indemnisation, garantie | indemnización, indemnidad | indennizzo, manleva
indemnify | freistellen, schadlos halten | indemniser | indemnizar | indennizzare, manlevare
contractual penalty, penalty | Vertragsstrafe | clause pénale, pénalité | penalización, cláusula penal | penale, clausola penale
warranty | Gewährleistung, Garantie | garantie | garantía | garanzia
representations and warranties | Zusicherungen, Garantien | déclarations et garanties | declaraciones y garantías | dichiarazioni e garanzie
guarantee | Bürgschaft, Garantie | caution, cautionnement | fianza, aval | fideiussione, garanzia
force majeure | höhere Gewalt | force majeure | fuerza mayor | forza maggiore
confidentiality | Vertraulichkeit, Geheimhaltung | confidentialité | confidencialidad | riservatezza, confidenzialità
confidentiality agreement, non-disclosure agreement | Geheimhaltungsvereinbarung, Vertraulichkeitsvereinbarung | accord de confidentialité | acuerdo de confidencialidad | accordo di riservatezza
confidential information | vertrauliche Informationen | informations confidentielles | información confidencial | informazioni riservate, informazioni confidenziali
confidentiality obligation, duty of confidentiality | Geheimhaltungspflicht, Vertraulichkeitspflicht, Verschwiegenheitspflicht | obligation de confidentialité | obligación de confidencialidad | obbligo di riservatezza
trade secret | Geschäftsgeheimnis, Betriebsgeheimnis | secret des affaires, secret commercial | secreto comercial, secreto empresarial | segreto commerciale, segreto industriale
non-compete, covenant not to compete | Wettbewerbsverbot | clause de non-concurrence, non-concurrence | no competencia, pacto de no competencia | divieto di concorrenza, patto di non concorrenza
competition | Wettbewerb | concurrence | competencia | concorrenza
competitor | Wettbewerber, Konkurrent | concurrent | competidor | concorrente
non-solicitation, no-hire | Abwerbeverbot | non-sollicitation, non-débauchage | no captación | divieto di storno
exclusivity | Exklusivität, Ausschließlichkeit | exclusivité | exclusividad | esclusiva, esclusività
change of control | Kontrollwechsel | changement de contrôle | cambio de control | cambio di controllo
assignment | Abtretung, Übertragung | cession | cesión | cessione
consent, approval | Zustimmung, Einwilligung, Genehmigung | consentement, accord, autorisation | consentimiento, aprobación, autorización | consenso, approvazione
written notice | schriftliche Mitteilung, schriftliche Anzeige | notification écrite | notificación por escrito | comunicazione scritta
in writing | schriftlich, Schriftform | par écrit | por escrito | per iscritto, forma scritta
amendment | Änderung, Nachtrag | avenant, modification | modificación, enmienda | modifica, emendamento
annex, schedule, exhibit | Anlage, Anhang | annexe | anexo | allegato
governing law, applicable law | anwendbares Recht, geltendes Recht | droit applicable, loi applicable | ley aplicable, derecho aplicable | legge applicabile, diritto applicabile
jurisdiction, venue | Gerichtsstand | juridiction compétente, tribunal compétent | jurisdicción, fuero | foro competente, giurisdizione
court | Gericht | tribunal, cour | tribunal, juzgado | tribunale, giudice
arbitration | Schiedsverfahren, Schiedsgericht | arbitrage | arbitraje | arbitrato
dispute | Streitigkeit, Rechtsstreit | litige, différend | litigio, controversia, disputa | controversia
lawsuit, litigation | Klage, Gerichtsverfahren, Rechtsstreitigkeit | procès, contentieux, action en justice | demanda, pleito, litigio | causa, contenzioso
claim | Anspruch, Forderung | réclamation, créance, prétention | reclamación, crédito | pretesa, credito
limitation period | Verjährung, Verjährungsfrist | prescription, délai de prescription | prescripción, plazo de prescripción | prescrizione, termine di prescrizione
breach | Verletzung, Vertragsverletzung, Verstoß | violation, manquement, inexécution | incumplimiento, infracción | violazione, inadempimento
material breach | wesentliche Vertragsverletzung | manquement grave, violation substantielle | incumplimiento esencial, incumplimiento grave | inadempimento sostanziale, grave inadempimento
default | Verzug, Ausfall | défaut, défaillance | incumplimiento, mora | mora, insolvenza
cure, remedy | Abhilfe, Nachbesserung | remède, réparation | subsanación, remedio | rimedio, sanatoria
obligation, duty | Pflicht, Verpflichtung | obligation | obligación, deber | obbligo, obbligazione
right | Recht | droit | derecho | diritto
severability | salvatorische Klausel | divisibilité | divisibilidad, separabilidad | clausola salvatoria
entire agreement | gesamte Vereinbarung, Vollständigkeitsklausel | intégralité de l'accord | acuerdo completo, totalidad del acuerdo | intero accordo
waiver | Verzicht | renonciation | renuncia | rinuncia
power of attorney | Vollmacht | procuration, pouvoir | poder, poder notarial | procura
signature | Unterschrift, Unterzeichnung | signature | firma | firma, sottoscrizione
notary | Notar | notaire | notario | notaio
notarization | Beurkundung, Beglaubigung | acte notarié | escritura pública, elevación a público | autentica, atto notarile
closing, completion | Vollzug, Closing | réalisation, clôture | cierre | perfezionamento, chiusura
closing date, completion date | Vollzugstag, Stichtag | date de réalisation | fecha de cierre | data di perfezionamento, data di chiusura
closing conditions, conditions precedent | Vollzugsbedingungen, aufschiebende Bedingungen | conditions suspensives | condiciones suspensivas, condiciones previas | condizioni sospensive
earn-out | Earn-out, Besserungsschein | complément de prix | precio contingente, earn-out | earn-out
escrow | Treuhand, Treuhandkonto | séquestre | depósito en garantía | deposito fiduciario, conto vincolato
down payment, advance payment | Anzahlung, Vorauszahlung | acompte, avance | anticipo, pago inicial | acconto, anticipo
payment | Zahlung | paiement, versement | pago | pagamento
payment terms | Zahlungsbedingungen, Zahlungsziel | conditions de paiement, modalités de paiement | condiciones de pago, plazo de pago | termini di pagamento, condizioni di pagamento
invoice | Rechnung | facture | factura | fattura
late payment interest, default interest | Verzugszinsen | intérêts de retard, intérêts moratoires | intereses de demora, intereses moratorios | interessi di mora, interessi moratori
interest | Zinsen | intérêts | intereses | interessi
interest rate | Zinssatz, Zins | taux d'intérêt | tipo de interés, tasa de interés | tasso di interesse
due date, maturity | Fälligkeit | échéance, exigibilité | vencimiento, fecha de vencimiento | scadenza, esigibilità
letter of intent | Absichtserklärung | lettre d'intention | carta de intenciones | lettera di intenti
due diligence | Sorgfaltsprüfung, Due-Diligence-Prüfung | audit préalable, audit d'acquisition | auditoría previa, revisión legal | due diligence
data room | Datenraum | salle de données, data room | sala de datos | sala dati, data room
disclosure | Offenlegung | divulgation, communication | divulgación, revelación | divulgazione, informativa
disclose | offenlegen, weitergeben | divulguer, communiquer | divulgar, revelar | divulgare, rivelare
acquisition | Erwerb, Übernahme, Akquisition | acquisition | adquisición | acquisizione
merger | Verschmelzung, Fusion | fusion | fusión | fusione
demerger, spin-off | Abspaltung, Ausgliederung | scission, apport partiel d'actif | escisión | scissione
takeover bid, public offer | Übernahmeangebot | offre publique d'achat | oferta pública de adquisición | offerta pubblica di acquisto
joint venture | Gemeinschaftsunternehmen | coentreprise, entreprise commune | empresa conjunta | joint venture
shareholder, stockholder | Aktionär, Gesellschafter, Anteilseigner | actionnaire, associé | accionista, socio | azionista, socio
shareholders' agreement | Gesellschaftervereinbarung, Aktionärsvereinbarung | pacte d'actionnaires, pacte d'associés | pacto de socios, acuerdo de accionistas | patto parasociale, patti parasociali
shareholders' meeting, general meeting | Hauptversammlung, Gesellschafterversammlung | assemblée générale | junta general, asamblea general | assemblea dei soci, assemblea generale
resolution | Beschluss | résolution, décision | resolución, acuerdo | delibera, deliberazione
majority | Mehrheit | majorité | mayoría | maggioranza
voting rights | Stimmrechte, Stimmrecht | droits de vote | derechos de voto | diritti di voto, diritto di voto
share, shares | Aktie, Aktien, Anteil, Geschäftsanteil | action, actions, parts sociales | acción, acciones, participaciones | azione, azioni, quota
share capital | Stammkapital, Grundkapital | capital social | capital social | capitale sociale
capital increase | Kapitalerhöhung | augmentation de capital | ampliación de capital, aumento de capital | aumento di capitale
dividend | Dividende, Gewinnausschüttung | dividende | dividendo | dividendo
articles of association, bylaws | Satzung, Gesellschaftsvertrag | statuts | estatutos, estatutos sociales | statuto, atto costitutivo
commercial register | Handelsregister | registre du commerce | registro mercantil | registro delle imprese
managing director | Geschäftsführer | gérant, directeur général | administrador, gerente, director general | amministratore delegato, amministratore
board of directors | Verwaltungsrat, Vorstand | conseil d'administration | consejo de administración | consiglio di amministrazione
supervisory board | Aufsichtsrat | conseil de surveillance | consejo de vigilancia | consiglio di sorveglianza, collegio sindacale
company | Gesellschaft, Unternehmen, Firma | société, entreprise | sociedad, empresa, compañía | società, azienda, impresa
subsidiary | Tochtergesellschaft, Tochterunternehmen | filiale | filial | controllata, società controllata
parent company | Muttergesellschaft | société mère | sociedad matriz, matriz | capogruppo, società madre
affiliate | verbundenes Unternehmen | société affiliée, société liée | empresa vinculada, afiliada | società affiliata, società collegata
branch | Zweigniederlassung, Niederlassung | succursale | sucursal | filiale, succursale
registered office, headquarters | Sitz, Hauptsitz | siège social, siège | domicilio social, sede | sede legale, sede
right of first refusal, preemptive right | Vorkaufsrecht | droit de préemption | derecho de preferencia, derecho de tanteo | diritto di prelazione
drag-along right | Mitverkaufspflicht | clause de sortie forcée, obligation de sortie conjointe | derecho de arrastre | diritto di trascinamento
tag-along right | Mitverkaufsrecht | droit de sortie conjointe | derecho de acompañamiento | diritto di covendita
option | Option | option | opción | opzione
call option | Kaufoption | option d'achat | opción de compra | opzione di acquisto
put option | Verkaufsoption | option de vente | opción de venta | opzione di vendita
material adverse change | wesentliche nachteilige Änderung | changement défavorable significatif | cambio adverso sustancial | cambiamento sostanzialmente pregiudizievole
break fee, termination fee | Abbruchgebühr | indemnité de rupture | penalización por desistimiento | penale di recesso
fee | Gebühr, Honorar, Vergütung | honoraires, frais, commission | honorarios, comisión, tarifa | commissione, onorario
remuneration, compensation | Vergütung | rémunération | remuneración, retribución | compenso, remunerazione
commission | Provision | commission | comisión | provvigione
discount, rebate | Rabatt, Nachlass, Skonto | remise, rabais | descuento, rebaja | sconto
cost, costs | Kosten | coût, coûts, frais | coste, costes, costo, gastos | costo, costi
expenses | Aufwendungen, Auslagen | dépenses, charges, frais | gastos | spese
revenue, sales | Umsatz, Umsatzerlöse, Erlöse | chiffre d'affaires, recettes | ingresos, ventas, cifra de negocios | fatturato, ricavi
profit | Gewinn | bénéfice, profit | beneficio, ganancia | profitto, guadagno
loss | Verlust | perte | pérdida | perdita
net income, net profit | Jahresüberschuss, Nettogewinn, Konzernergebnis | résultat net, bénéfice net | resultado neto, beneficio neto | utile netto
net loss | Jahresfehlbetrag | perte nette | pérdida neta | perdita netta
operating income, operating profit | Betriebsergebnis, operatives Ergebnis | résultat d'exploitation, résultat opérationnel | resultado de explotación, beneficio operativo | risultato operativo, utile operativo
gross profit, gross margin | Rohertrag, Bruttogewinn, Bruttomarge | marge brute, bénéfice brut | margen bruto, beneficio bruto | utile lordo, margine lordo
margin | Marge | marge | margen | margine
cost of sales, cost of goods sold | Umsatzkosten, Herstellungskosten | coût des ventes | coste de ventas | costo del venduto
material costs | Materialaufwand, Materialkosten | coût des matières | coste de materiales | costi dei materiali
personnel expenses | Personalaufwand, Personalkosten | charges de personnel, frais de personnel | gastos de personal | costo del personale, spese per il personale
depreciation, amortization | Abschreibung, Abschreibungen | amortissement, dépréciation | amortización, depreciación | ammortamento, ammortamenti
impairment | Wertminderung | dépréciation | deterioro | svalutazione
goodwill | Geschäftswert, Firmenwert | écart d'acquisition, fonds de commerce | fondo de comercio | avviamento
balance sheet | Bilanz | bilan | balance, balance de situación | bilancio, stato patrimoniale
income statement, profit and loss account | Gewinn- und Verlustrechnung | compte de résultat | cuenta de resultados, cuenta de pérdidas y ganancias | conto economico
cash flow statement | Kapitalflussrechnung | tableau des flux de trésorerie | estado de flujos de efectivo | rendiconto finanziario
cash flow | Cashflow, Mittelfluss | flux de trésorerie | flujo de caja, flujo de efectivo | flusso di cassa
annual financial statements | Jahresabschluss | comptes annuels | cuentas anuales | bilancio di esercizio, bilancio annuale
annual report | Geschäftsbericht, Jahresbericht | rapport annuel | informe anual, memoria anual | relazione annuale
fiscal year, financial year | Geschäftsjahr, Wirtschaftsjahr | exercice, exercice fiscal | ejercicio, ejercicio fiscal, año fiscal | esercizio, anno fiscale
quarter | Quartal | trimestre | trimestre | trimestre
auditor | Wirtschaftsprüfer, Abschlussprüfer | commissaire aux comptes, auditeur | auditor | revisore, revisore contabile
audit | Prüfung, Abschlussprüfung | audit, contrôle | auditoría | revisione, verifica
equity | Eigenkapital | capitaux propres | patrimonio neto, fondos propios | patrimonio netto
debt, liabilities | Schulden, Verbindlichkeiten, Fremdkapital | dettes, passif | deuda, pasivo | debiti, passività
net debt | Nettoverschuldung, Nettofinanzverbindlichkeiten | endettement net, dette nette | deuda neta | indebitamento netto, posizione finanziaria netta
assets | Vermögenswerte, Aktiva, Vermögen | actifs, actif | activos, activo | attività, attivi
fixed assets | Anlagevermögen | immobilisations, actif immobilisé | inmovilizado, activo fijo | immobilizzazioni
current assets | Umlaufvermögen | actif circulant | activo circulante, activo corriente | attività correnti, attivo circolante
property, plant and equipment | Sachanlagen | immobilisations corporelles | inmovilizado material | immobilizzazioni materiali, immobili, impianti e macchinari
intangible assets | immaterielle Vermögenswerte | immobilisations incorporelles, actifs incorporels | activos intangibles, inmovilizado intangible | attività immateriali, immobilizzazioni immateriali
inventory | Vorräte, Lagerbestand | stocks | existencias, inventario | rimanenze, magazzino
accounts receivable, receivables | Forderungen, Debitoren | créances, créances clients | cuentas por cobrar, deudores | crediti, crediti commerciali
accounts payable, payables | Kreditoren, Lieferantenverbindlichkeiten | dettes fournisseurs | cuentas por pagar, acreedores | debiti commerciali, debiti verso fornitori
provisions, reserves | Rückstellungen, Rücklagen | provisions, réserves | provisiones, reservas | accantonamenti, riserve
deferred taxes | latente Steuern | impôts différés | impuestos diferidos | imposte differite
capital expenditure, investments | Investitionen, Investitionsausgaben | investissements, dépenses d'investissement | inversiones, gastos de capital | investimenti, spese in conto capitale
working capital | Umlaufkapital, Nettoumlaufvermögen | fonds de roulement, besoin en fonds de roulement | capital circulante, fondo de maniobra | capitale circolante
liquidity | Liquidität, liquide Mittel | liquidité, trésorerie | liquidez, tesorería | liquidità
cash | Barmittel, Bargeld, Zahlungsmittel | espèces, trésorerie | efectivo, caja | cassa, contanti, disponibilità liquide
budget | Budget, Haushaltsplan | budget | presupuesto | budget, bilancio preventivo
forecast | Prognose, Planung | prévision | previsión, pronóstico | previsione, previsioni
business plan | Geschäftsplan | plan d'affaires | plan de negocio | piano industriale, piano aziendale
valuation | Bewertung | évaluation, valorisation | valoración, tasación | valutazione
market value, fair value | Marktwert, Verkehrswert, Zeitwert | valeur de marché, juste valeur | valor de mercado, valor razonable | valore di mercato, valore equo
book value | Buchwert | valeur comptable | valor contable | valore contabile
`;
