/** Takes the fallback for browsers without WOFF2 out of a package's faces: no browser that we run in needs it, and it would double the files. */
module.exports = function dropWoffLoader(css) {
  return css.replace(/,\s*url\([^)]*\.woff\)\s*format\('woff'\)/g, '')
}
