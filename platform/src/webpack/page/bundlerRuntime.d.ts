// Files of the federation runtime that it has no types for.
declare module '@module-federation/webpack-bundler-runtime/dist/consumes.js' {
  export function consumes(options: object): void
}
