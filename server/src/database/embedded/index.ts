export { openEmbedded } from './embedded'
export type { EmbeddedOptions, OpenPostgres } from './embedded'
