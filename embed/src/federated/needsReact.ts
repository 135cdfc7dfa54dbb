declare const __webpack_share_scopes__: Record<string, Record<string, object> | undefined>

/*
 * A component is React's of whoever renders it. Imported before React is: without one, the runtime would only say that it
 * cannot get react.
 */
if (Object.keys(__webpack_share_scopes__.default?.react ?? {}).length === 0) {
  throw new Error(
    'Multiball: this application shares no React. Share react and react-dom/ in its module federation, or show the board with multiball/mount, which needs none.',
  )
}
