import path from 'node:path'

/** The workspace's folder. */
export const root = path.resolve(import.meta.dirname, '../..')

/** Where published builds and the registry live. */
export const deployFolder = () => path.resolve(process.env.DEPLOY_DIR ?? path.join(root, 'deploy'))
