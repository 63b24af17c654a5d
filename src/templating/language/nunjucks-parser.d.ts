/** nunjucks' parser. Its compiler and runtime are never loaded. */
declare module 'nunjucks/src/parser.js' {
  const parser: {
    /** Throws nunjucks' TemplateError, or any error that a malformed template causes in the parser. */
    parse(source: string, extensions: readonly never[], options: object): unknown;
  };
  export default parser;
}
