declare const __webpack_public_path__: string

/** Stands in for ../home.ts in the remote, which is no ES module: webpack knows where the remote came from. */
export const home = new URL(__webpack_public_path__).origin
