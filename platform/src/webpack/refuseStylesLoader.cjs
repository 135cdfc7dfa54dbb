const path = require('node:path')

/** Stands in the way of style sheets whose rules would reach the whole page. */
module.exports = function refuseStylesLoader() {
  const file = path.basename(this.resourcePath, '.css')
  throw new Error(
    `The rules of ${file}.css would reach the whole page, the shell and every other remote. Name it ${file}.module.css and take its classes from the import: import css from './${file}.module.css'`,
  )
}
