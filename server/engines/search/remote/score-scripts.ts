/**
 * The ranking of rankByKeyword as scripts of the server: the fields' weighted, length-normalized frequencies are added before
 * they saturate. Rarity and average lengths come as parameters, counted among the permitted documents.
 */
const norm = (field: string, b: number): string =>
  `(${1 - b} + ${b} * doc['${field}_length'].value / params.averages.${field})`;

/** Leaves out a term that is limited to other folders. */
const SKIP_OUTSIDE_SCOPE = `if (term.scope != null && (doc['folder'].size() == 0
      || !params.scopes[term.scope].containsKey(String.valueOf(doc['folder'].value)))) continue;`;

export const DOCUMENT_SCRIPT = `
  double score = 0;
  for (def term : params.terms) {
    ${SKIP_OUTSIDE_SCOPE}
    double content = 0, title = 0, opening = 0, path = 0;
    for (def token : term.tokens) {
      content += termFreq('content', token);
      title += termFreq('title', token);
      opening += termFreq('opening', token);
      path += termFreq('path', token);
    }
    double labels = 2 * title / ${norm('title', 0.3)} + 0.5 * path / ${norm('path', 0.3)};
    double whole = content / ${norm('content', 0.6)} + labels;
    double context = 0.5 * opening / ${norm('opening', 0.3)} + labels;
    score += term.whole * whole / (1.5 + whole) + 0.5 * term.context * context / (1.5 + context);
  }
  return score;`;

/** A passage scores what its document does, and half of its own score. */
export const PASSAGE_SCRIPT = `
  double score = 0;
  for (def term : params.terms) {
    ${SKIP_OUTSIDE_SCOPE}
    double body = 0, headings = 0;
    for (def token : term.tokens) {
      body += termFreq('body', token);
      headings += termFreq('headings', token);
    }
    double found = body / ${norm('body', 0.6)} + 1.5 * headings / ${norm('headings', 0.3)};
    score += term.passage * found / (1.5 + found);
  }
  return params.documents[String.valueOf(doc['document'].value)] + 0.5 * score;`;
