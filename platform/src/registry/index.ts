/* What the server does with the registry, as the command line does, and what npm keeps from the commands of both. */

export { afterRollback, isWaiting, promotePart, rollbackPart, setEnabled } from './changes'
export { changedBy, changesBetween, oneLine } from './history'
export { keptByNpm } from '../command/keptByNpm'
export { mustBeLoadable } from './mustBeLoadable'
export { ChangeRefused } from '../command/refused'
export { changeRegistry, keptRevs, mapsName, readRevIfWhole } from './registryFile'
