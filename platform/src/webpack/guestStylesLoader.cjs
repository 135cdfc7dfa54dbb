const path = require('node:path')
const postcss = require('postcss')
const selectorParser = require('postcss-selector-parser')

/* Where a selector's element is. A room is an element with a class or an id of the remote's own. */
const page = 0
const room = 1
const insideRoom = 2

/** At-rules that hold only for the rules in them, or that css-loader gives names of the remote's own. */
const harmless = /^(?:media|supports|container|layer|starting-style|value|(?:-webkit-)?keyframes)$/
/** What css-loader takes for itself; no rule of the page. */
const ofLoader = /^:(?:import|export)\b/
const likeTheirContents = /^:(?:local|is|where)$/

/** @param parent where `&` is; a nested selector without one is below it */
function placeOf(selector, parent) {
  let before = String(selector).includes('&') ? page : parent
  let combinator = ' '
  let own = page
  let isGlobal = false
  // A sibling of a room is outside, unless both are in another room.
  const place = () => Math.max(own, before === page || (before === room && /[+~]/.test(combinator)) ? page : insideRoom)
  selector.nodes.forEach((node, index) => {
    if (node.type === 'combinator') {
      if (index > 0) before = place()
      combinator = node.value
      own = page
    } else if (node.type === 'pseudo' && /^:(?:global|local)$/.test(node.value) && node.length === 0)
      isGlobal = node.value === ':global'
    else if (node.type === 'pseudo' && likeTheirContents.test(node.value))
      own = Math.max(own, Math.min(...node.map((inner) => placeOf(inner, parent))))
    else if (node.type === 'nesting') own = Math.max(own, parent)
    else if (!isGlobal && (node.type === 'class' || node.type === 'id')) own = Math.max(own, room)
  })
  return place()
}

/** Where all that a rule is nested in is; the page, where it is not. */
function placeAround({ parent }) {
  if (!parent) return page
  if (parent.type !== 'rule') return placeAround(parent)
  return Math.min(
    ...selectorParser()
      .astSync(parent.selector)
      .map((selector) => placeOf(selector, placeAround(parent))),
  )
}

/** @returns what an at-rule does to the page and what to do instead; undefined where it does nothing */
function faultOf({ name, params, nodes }, remote) {
  if (name === 'font-face') {
    const family = nodes.find(({ prop }) => prop === 'font-family')?.value.replace(/^["']/, '') ?? ''
    return family.startsWith(remote)
      ? undefined
      : `gives the whole page this family. Begin its name with the remote’s: '${remote} ${family.replace(/["']$/, '')}'.`
  }
  if (name === 'layer' && !nodes)
    return 'orders the layers of the whole page. Write the rules into the layer: @layer NAME { … }.'
  if (name.endsWith('keyframes') && params.includes(':global'))
    return 'names an animation for the whole page. Leave out :global.'
  if (name === 'import')
    return 'brings in rules from elsewhere. Import the sheet in the script that uses it, as a module.'
  return harmless.test(name) ? undefined : 'holds for the whole page. Say what it does in the rules of a class.'
}

/** Refuses the rules of a remote's style sheet that would reach what is not the remote's. The option `name` is the remote's name. */
module.exports = function guestStylesLoader(css) {
  const sheet = postcss.parse(css, { from: this.resourcePath })
  const refuse = (node, what, why) => {
    throw new Error(`${path.basename(this.resourcePath)}, line ${node.source.start.line}: “${what}” ${why}`)
  }
  sheet.walkAtRules((rule) => {
    const fault = faultOf(rule, this.getOptions().name)
    if (fault) refuse(rule, `@${rule.name} ${rule.params}`.trim(), fault)
  })
  sheet.walkRules((rule) => {
    if (ofLoader.test(rule.selector) || /keyframes$/.test(rule.parent.name)) return
    selectorParser()
      .astSync(rule.selector)
      .each((selector) => {
        if (placeOf(selector, placeAround(rule)) !== page) return
        refuse(
          rule,
          String(selector).trim(),
          'would reach the whole page. What it selects needs a class of its own, or an element around it that has one, as in “.screen nav”; a class in :not() or :has(), or of a sibling, does not count.',
        )
      })
  })
  return css
}
