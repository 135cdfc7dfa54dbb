import type { Registry, RemoteVersion } from '@multiball/shared/schema'

/** A version without how stored settings change, which only the server asks. */
const shownVersion = ({ boardType, ...version }: RemoteVersion): RemoteVersion => ({
  ...version,
  ...(boardType && { boardType: { ...boardType, changes: {} } }),
})

/** The registry as a page needs it: the versions that it may load. The kept ones grow in number with every publish. */
export const forPages = ({ rev, remotes }: Registry): Registry => ({
  rev,
  remotes: Object.fromEntries(
    Object.entries(remotes).map(([name, remote]) => {
      const loadable = [remote.active, remote.canary?.version, remote.lastGood].filter(
        (version) => version !== undefined,
      )
      const versions = Object.fromEntries(
        loadable.flatMap((version) =>
          remote.versions[version] ? [[version, shownVersion(remote.versions[version])]] : [],
        ),
      )
      return [name, { ...remote, versions }]
    }),
  ),
})
