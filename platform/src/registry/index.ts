/* What the server does with the registry, as the command line does. */

export { afterRollback, promotePart, rollbackPart, setEnabled } from './changes'
export { changedBy, changesBetween, oneLine } from './history'
export { mustBeWhole } from './mustBeWhole'
export { ChangeRefused } from './refused'
export { changeRegistry, keptRevs, mapsName, readRevIfWhole } from './registryFile'
