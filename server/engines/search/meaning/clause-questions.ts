/**
 * Kinds of clauses and how people ask for them, one kind on each line: its name, then questions and names of the clause. A
 * question that is close in meaning to one of these asks for the kind.
 */
const LINES = `
parties: Who are the parties to the contract? | Between whom was the agreement made?
agreement-date: When was the agreement signed? | What is the date of the contract, on which it was made and entered into?
effective-date: When does the agreement become effective? | What is the effective date, from when does the contract apply?
expiration-date: When does the initial term expire? | When does the contract end, how long is its term?
renewal: How long is the renewal term, after the initial term has expired? | automatic renewal | Is the contract extended automatically?
notice-against-renewal: How much notice must be given to prevent the renewal? | notice of non-renewal before the end of the term
governing-law: Which law governs the contract, that of which state or country? | governing law | What law applies to the agreement?
most-favored-nation: Must the buyer get the better terms and prices that a third party gets for goods, services or technology? | most favored nation | most favoured customer
exceptions-to-restrictions: Which exceptions and carveouts are there to the non-compete, exclusivity and non-solicitation of customers?
non-compete: Is a party restricted in its ability to compete, in a geography or a business or technology sector? | non-compete | Is competing business prohibited?
exclusivity: Is there an exclusive dealing commitment, to procure all requirements of goods, technology or services from the counterparty, or not to sell or license to others? | exclusivity | exclusive supplier or distributor
no-solicitation-of-customers: Is a party restricted from soliciting customers or partners of the other or contracting with them, while the contract lasts or after it ends? | non-solicitation of customers
no-solicitation-of-employees: Is soliciting or hiring employees and contractors of the counterparty restricted? | non-solicitation of employees, no poaching
non-disparagement: Must a party not disparage the counterparty? | non-disparagement
termination-for-convenience: Can a party terminate without cause, solely by notice and after a waiting period? | termination for convenience
first-refusal: Does a clause grant a right of first refusal, first offer or first negotiation to purchase, license or distribute? | pre-emption right | right of first refusal
change-of-control: Can a party terminate, or is consent or notice required, when the other undergoes a change of control, such as a merger or a sale of its stock? | change of control
assignment: Is consent or notice required to assign the contract to a third party? | no assignment without consent | May the agreement be assigned or transferred?
revenue-sharing: Must a party share revenue or profit with the other? | revenue share, profit share
price-restrictions: Is raising or reducing the prices of goods and services restricted? | limits of price increases
minimum-commitment: Is there a minimum order or a minimum amount or number of units that must be bought in a period? | minimum purchase commitment
volume-restriction: Does the fee increase, or is consent required, when the use of product or services exceeds a threshold? | limit of volume or usage
assignment-of-intellectual-property: Does intellectual property that a party creates become property of the other? | Who owns inventions and works, are they assigned?
joint-ownership-of-intellectual-property: Is intellectual property owned jointly or shared by the parties? | joint ownership of intellectual property
license-grant: Does the contract contain a license from one party to the other? | grant of a license
non-transferable-license: Is the transfer of the license to a third party limited? | non-transferable license
license-of-affiliates-of-the-licensor: Does a license grant come from affiliates of the licensor, or cover intellectual property of its affiliates?
license-to-affiliates-of-the-licensee: Does a license grant to a licensee cover the affiliates of the licensee or sublicensor? | license for affiliates of the licensee
unlimited-license: Does a clause grant an enterprise license with unlimited usage, all you can eat? | unlimited use license
perpetual-license: Is a license grant irrevocable or perpetual? | perpetual license
source-code-escrow: Must a party deposit source code into escrow with a third party, to be released to the other on certain events? | source code escrow
post-termination-obligations: Which obligations does a party have after termination or expiration: transition, payment, transfer, wind-down, last buy? | post-termination services
audit-rights: May a party audit books, records or physical locations of the counterparty, to ensure compliance? | audit rights | rights of inspection
uncapped-liability: Is liability uncapped, for a breach or a particular type of it? | unlimited liability
cap-on-liability: Is liability for a breach capped, or the time to bring claims limited? | cap on liability | limitation of liability, maximum amount
liquidated-damages: Are liquidated damages due for a breach, or a fee for termination? | liquidated damages, contractual penalty
warranty-period: How long is the warranty against defects or errors in products, technology or services? | warranty period
insurance: Must a party maintain insurance for the benefit of the counterparty? | required insurance coverage
covenant-not-to-sue: Is contesting the ownership of intellectual property and its validity, or bringing a claim against the counterparty, restricted? | covenant not to sue
third-party-beneficiary: Can a beneficiary who is no contracting party enforce rights under clauses of the contract? | third party beneficiaries
no-reverse-engineering: May the recipient reverse engineer objects with confidential information? | no reverse engineering
return-of-information: Must confidential information be returned or destroyed upon termination of the agreement?
no-right-to-information: Does the recipient get no right to the confidential information? | no license or right is granted in confidential information
secrecy-of-the-agreement: Must it be kept secret that the agreement was made or negotiated? | no disclosure of the fact of the agreement and negotiations
technical-information-only: Is only technical information confidential?
marking-of-information: Must the disclosing party expressly identify or mark what is confidential information? | marked as confidential
survival-of-obligations: Which obligations survive the termination of the agreement? | survival of obligations
independent-development: May the recipient independently develop information that is similar to confidential information? | independent development
retention-of-information: May the recipient retain confidential information even after the return or destruction of the rest? | retained archival copies
oral-information: Is verbally conveyed information confidential information too? | oral disclosure
no-solicitation-of-representatives: Must the recipient not solicit representatives of the disclosing party? | no solicitation of representatives
sharing-with-third-parties: May confidential information be shared with third parties, such as agents, consultants and professional advisors? | disclosure to advisors
copies-of-information: May the recipient create copies of confidential information in certain circumstances? | copies of confidential information
compelled-disclosure: Must the disclosing party be notified when law, regulation or judicial process requires disclosure of confidential information? | compelled disclosure
similar-information-of-others: May the recipient acquire information similar to confidential information from a third party? | information received from third parties
sharing-with-employees: May confidential information be shared with employees of the recipient? | disclosure to employees
limited-use: Is confidential information used for no purpose other than the stated purpose of the agreement? | limited use
`;

interface ClauseQuestions {
  kind: string;
  questions: readonly string[];
}

export const CLAUSE_QUESTIONS: readonly ClauseQuestions[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [kind = '', questions = ''] = line.split(/: (.*)/);
    return { kind, questions: questions.split(' | ') };
  });
