/** nunjucks' parser without its compiler and runtime, which are never loaded here. */
declare module 'nunjucks/src/parser.js' {
  const parser: {
    /** Throws nunjucks' TemplateError, or whatever its parser trips over. */
    parse(source: string, extensions: readonly never[], options: object): unknown;
  };
  export default parser;
}
