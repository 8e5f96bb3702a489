/** Declares the word lists that are used here; the library has no types. */
declare module 'stopword' {
  export const ara: string[];
  export const dan: string[];
  export const deu: string[];
  export const ell: string[];
  export const fin: string[];
  export const fra: string[];
  export const hin: string[];
  export const hun: string[];
  export const ita: string[];
  export const nld: string[];
  export const nob: string[];
  export const por: string[];
  export const ron: string[];
  export const rus: string[];
  export const spa: string[];
  export const swe: string[];
  export const tur: string[];
  export const vie: string[];
}
