export { buildTestApp, call, makeUpload } from './app'
export type { Answer } from './app'
export { useTestDatabase } from './database'
export * from './makers'
