/**
 * Expressions of contracts that mean the same, one group per line. Written for this product from general knowledge of the
 * field; no list of others was copied.
 */
export const LEGAL_TERMS = `
nda = non-disclosure agreement = confidentiality agreement = secrecy agreement
confidential information = proprietary information = trade secrets
no-shop = no solicitation = exclusivity = not solicit alternative proposals
non-compete = covenant not to compete = restriction on competition = restriction of competition = competing business
compete = competition = competing
undertake = promise = covenant
non-solicit = non-solicitation = not solicit employees = no hire
cap on liability = limitation of liability = maximum aggregate liability = liability shall not exceed
uncapped liability = unlimited liability
liquidated damages = agreed damages = penalty
consequential damages = indirect damages = special damages
indemnity = indemnification = hold harmless = indemnify
change of control = change in control = acquisition of a majority
anti-assignment = assignment = may not assign
assignment = transfer of rights
assign = transfer = novate
collateral = security = pledge = debenture = charge
termination for convenience = terminate without cause = terminate at any time
termination for cause = material breach = terminate for breach
notice period = prior written notice = days' notice
renewal term = automatic renewal = automatically renew = successive periods
expiration date = term of agreement = expire
effective date = commencement date
governing law = applicable law = laws of the state = choice of law
jurisdiction = venue = courts
dispute resolution = arbitration = mediation
most favored nation = mfn = most favoured customer = no less favorable
right of first refusal = rofr = preemptive right
right of first offer = rofo
right of first negotiation = rofn
drag-along = drag along right = compelled sale
tag-along = tag along right = co-sale
minimum commitment = minimum purchase = take or pay
volume restriction = maximum quantity
revenue sharing = profit sharing = royalty
price restrictions = price increase = adjustment of prices
exclusivity = exclusive right = sole and exclusive
license grant = grants a license = right to use
irrevocable license = perpetual license
source code escrow = escrow
affiliate license = sublicense
ip ownership = ownership of intellectual property = work made for hire = assigns all right, title and interest
joint ip = jointly owned
audit rights = inspect books and records
insurance = insurance coverage
warranty = representation and warranty
warranty duration = warranty period
covenant not to sue = shall not contest
third party beneficiary = no third party rights
force majeure = act of god = beyond reasonable control
severability = invalid or unenforceable provision
entire agreement = supersedes = merger clause
waiver = failure to enforce
amendment = modification in writing
counterparts = electronic signature
survival = survive termination
post-termination services = transition services = wind-down
earn-out = earnout = contingent consideration = deferred consideration
purchase price = consideration = acquisition price
purchase price adjustment = working capital adjustment = closing adjustment
escrow = holdback = retention amount
break fee = termination fee = break-up fee
mac = material adverse change = material adverse effect = mae
conditions precedent = closing conditions = conditions to closing
closing = completion
signing = execution of the agreement
spa = share purchase agreement = stock purchase agreement
apa = asset purchase agreement
sha = shareholders' agreement = stockholders agreement
loi = letter of intent = memorandum of understanding = heads of terms = term sheet
msa = master services agreement = framework agreement
sow = statement of work
sla = service level agreement = service levels
dpa = data processing agreement = data processing addendum
power of attorney = proxy = attorney-in-fact
articles of association = bylaws = certificate of incorporation = charter
landlord = lessor
tenant = lessee
lease = tenancy agreement
rent = rental payments
rent review = rent adjustment = rent escalation
security deposit = rental deposit
sublease = sublet = underlet
mortgage = deed of trust = charge over land
pledge = security interest = lien = encumbrance
guarantee = guaranty = surety
event of default = default
acceleration = due and payable
covenants = undertakings
borrower = obligor
lender = creditor
employer = company
employee = worker = staff
severance = severance pay = termination payment
bonus = incentive compensation
vacation = paid leave = annual leave
supplier = vendor = seller
customer = client = buyer
purchaser = buyer = acquirer
licensor = grantor
licensee = grantee
recipient = receiving party
discloser = disclosing party
return of information = destroy confidential information = return or destroy
compelled disclosure = required by law = court order = subpoena
independently developed = independent development
reverse engineer = decompile = disassemble
copy = reproduce = duplicate
sell = disclose to third parties = share with third parties
collect = gather = obtain
delete = erase = remove
opt out = unsubscribe = withdraw consent
retention period = retain = how long we keep
breach notification = security incident = data breach
`;
