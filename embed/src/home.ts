/** Where this module came from is where everything is, whatever the page's own base says. */
export const home = new URL(import.meta.url).origin
