/* What the server does with the registry, as the command line does. */

export { afterRollback, ChangeRefused, promotePart, rollbackPart, setEnabled } from './changes'
export { changedBy, changesBetween, oneLine } from './history'
export { changeRegistry, keptRevs, mapsName, readRevIfWhole } from './registryFile'
