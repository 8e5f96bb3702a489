export const SEARCH_METHODS = ['auto', 'vector', 'keyword', 'hybrid'] as const;
