/*
 * react-refresh as the builds of dev servers import it: the page's one. In a page that runs the production build of
 * React nothing can be replaced; then no module is a boundary of changes, and the page is reloaded.
 */
const page = globalThis.multiballDevelopmentReact?.refresh
const nothing = () => undefined

export const injectIntoGlobalHook = page?.injectIntoGlobalHook ?? nothing
export const register = page?.register ?? nothing
export const createSignatureFunctionForTransform = page?.createSignatureFunctionForTransform ?? (() => (type) => type)
export const performReactRefresh = page?.performReactRefresh ?? nothing
export const isLikelyComponentType = page?.isLikelyComponentType ?? (() => false)
export const getFamilyByType = page?.getFamilyByType ?? nothing
