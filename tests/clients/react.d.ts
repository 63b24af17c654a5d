/** The two functions that tests/clients uses. React's own types declare `Element` anew, and so break tests in a browser. */

declare module 'react' {
  export function createElement(component: unknown, properties: object): object;
}

declare module 'react-dom/server' {
  export function renderToStaticMarkup(element: object): string;
}
