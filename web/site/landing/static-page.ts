/** A page without script, as a file of the build. */
export interface StaticPage {
  /** `index.html` for English, `es/index.html` and so on for the other languages. */
  fileName: string;
  html: string;
}
