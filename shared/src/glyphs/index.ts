export * from './dots'
export * from './segments'
