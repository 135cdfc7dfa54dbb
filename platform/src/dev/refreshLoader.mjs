import { transform } from '@swc/core'

/** TypeScript to what a browser runs, with the marks by which React finds the components that a change touched. */
export default function refreshLoader(source) {
  const done = this.async()
  transform(source, {
    filename: this.resourcePath,
    swcrc: false,
    configFile: false,
    sourceMaps: true,
    jsc: {
      target: 'es2021',
      parser: { syntax: 'typescript', tsx: this.resourcePath.endsWith('x') },
      // Not react: a share of the page goes before every alias, and pages in production have none of this name.
      transform: { react: { runtime: 'automatic', importSource: 'multiball-page', development: true, refresh: true } },
    },
  }).then(({ code, map }) => done(null, code, map && JSON.parse(map)), done)
}
