/* What elements are made with in the builds of dev servers: the page's own development build, if it runs one. */
import { Fragment, jsx } from 'react/jsx-runtime'

export const jsxDEV = globalThis.multiballDevelopmentReact?.modules['react/jsx-dev-runtime'].jsxDEV ?? jsx
export { Fragment }
