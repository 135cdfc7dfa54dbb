import { accountsRoutes } from './accounts/accounts.routes'
import type { Removal } from './accounts/credentials.routes'
import { countsRoutes } from './accounts/counts.routes'
import { newSetupCode, setupLines, setupRoutes } from './accounts/setup.routes'
import { boardRoutes, customBoardRoutes } from './boards/boards.routes'
import { controlRoutes } from './boards/control/control.routes'
import { StreamControls } from './boards/control/control.service'
import { BoardTypes } from './boards/custom/types'
import { fromMachinesRoutes } from './boards/fromMachines'
import { feedsRoutes } from './boards/feeds/feeds.routes'
import { PostedFeeds } from './boards/feeds/postedFeeds'
import { builtInKinds, kindOf } from './boards/kinds'
import { leaveOutAll } from './boards/references.store'
import { s3Store } from './backup/schedule/s3Store'
import { folderStore } from './backup/schedule/stores'
import { measureBackups, ScheduledBackups } from './backup/schedule/schedule'
import { slideshowImagesRoutes } from './boards/slideshowImages.routes'
import { noBus } from './bus/bus'
import { joinInstances, othersForFeeds, othersForMachines } from './bus/joinInstances'
import { NatsBus } from './bus/natsBus'
import { catalogueRoutes } from './catalogue/catalogue.routes'
import { settleDemoAccess } from './demo/demoAccess'
import { startDemo, type RunningDemo } from './demo/startDemo'
import type { Config } from './config'
import { takeTurn } from './database/turns'
import { clientErrorsRoutes } from './clientErrors/clientErrors.routes'
import { PageReports, storeReports } from './clientErrors/pageReports'
import { visitKey } from './clientErrors/pageReports.store'
import { VisitTokens } from './clientErrors/visitTokens'
import { cutOff } from './devices/devices.store'
import { devicesRoutes } from './devices/devices.routes'
import { Devices } from './devices/devices.service'
import { answerHotEntries } from './devices/hotEntries'
import { ownedDevicesRoutes } from './devices/owner.routes'
import { TestGames } from './devices/testGames'
import { embedsRoutes } from './embeds/embeds.routes'
import { Embeds } from './embeds/embeds.service'
import { embedFilesRoutes } from './embeds/files.routes'
import { frameRoutes } from './embeds/frame.routes'
import { oembedRoutes } from './embeds/oembed.routes'
import { previewRoutes } from './embeds/preview.routes'
import { claimsRoutes } from './games/claims.routes'
import { gamesTrouble, measuredStore, measureGames } from './games/gameMetrics'
import { Games } from './games/games.service'
import { gamesStore } from './games/games.store'
import { playedRoutes } from './games/played.routes'
import { scoresRoutes } from './games/scores.routes'
import { MachineScores } from './games/scores.service'
import { timelinesRoutes } from './games/timelines/timelines.routes'
import { Timelines } from './games/timelines/timelines.service'
import { limitPipelining } from './http/beforeFramework'
import { WindowLimit } from './http/limits'
import { answerHotReads } from './live/hotReads'
import { attractRoutes } from './live/attract.routes'
import { liveRoutes } from './live/live.routes'
import { gamesNow } from './live/sources/streamboard'
import { startLive } from './live/startLive'
import { MailSender } from './mails/mailSender'
import { mailLines, mailsRoutes, newMailsKey, showsMails } from './mails/mails.routes'
import { Outbox } from './mails/outbox'
import { smtpTransport } from './mails/smtp'
import { mediaRoutes } from './media/media.routes'
import { measureInstallation } from './measureInstallation'
import { openapiRoutes } from './openapi/openapi.routes'
import { changedLines } from './pages/fileHashes.store'
import { pagesRoutes } from './pages/pages.routes'
import { registryStore } from './pages/registry.store'
import { picturesRoutes } from './pictures/pictures.routes'
import { Pictures } from './pictures/pictures.service'
import type { Composition, Foundation } from './server'
import { tidy } from './tidy'
import { tonightRoutes } from './tvs/tonight.routes'
import { Tvs } from './tvs/tvs.service'
import { tvsRoutes } from './tvs/tvs.routes'
import { venuesRoutes } from './venues/venues.routes'

const sweepEveryMs = 15_000
const tidyEveryMs = 3_600_000
const lookEveryMs = 250
const writePointsEveryMs = 3_000
const packEveryMs = 30_000
const storeReportsEveryMs = 5_000
/** of one board from one address, which the TVs and the guests' phones of a venue share */
const bootstrapsPerMinute = 600

const publicUrlLines = ({ needsPublicUrl, publicUrl }: Config) =>
  needsPublicUrl ? [`Links in mails and embeds lead to ${publicUrl}: set PUBLIC_URL to the address that people use.`] : []

/** Every area of the server, put together. */
export function compose({ config, place, db, databaseUrl, changes, metrics, log, onError }: Foundation): Composition {
  const store = measuredStore(gamesStore(db), metrics)
  const registry = registryStore(config.deployFolder, { onChange: (trouble) => onError(trouble ?? new Error('The registry can be read again')) })
  const types = new BoardTypes({ registry, deployFolder: config.deployFolder, onRefused: onError })
  const bus = config.natsUrl === undefined ? (place?.bus ?? noBus) : new NatsBus({ url: config.natsUrl, log, onError })
  /** of several workers one does what has to be done once on a database */
  const isKeeper = place === undefined || place.number === 1
  const games = new Games(store, { onError, publicUrl: config.publicUrl, following: othersForMachines(bus) })
  const feeds = new PostedFeeds({ db, changes, others: othersForFeeds(bus), onPlayers: (ids) => games.proposed(ids), onError })
  const publicOrigin = new URL(config.publicUrl).origin
  const hub = startLive({ db, games, changes, types, feeds, metrics }, { onError, publicOrigin })
  const tvs = new Tvs({ db, changes, publicUrl: config.publicUrl, onError })
  const leaveInstances = joinInstances(bus, { games, hub, changes, feeds, tvs, onError })
  const controls = new StreamControls({ db, changes, gamesOf: (id, ownerId) => gamesNow(hub, id, ownerId) })
  const devices = new Devices(db, games)
  const testGames = new TestGames({ db, games, onError })
  const scores = new MachineScores(db, games, Date.now, config.publicUrl)
  const embeds = new Embeds({ db, changes })
  const pictures = new Pictures({ live: hub, slideshow: (id) => embeds.visible('slideshow', id, undefined) })
  /** Does what one process does for all on the database. */
  const inTurn = (chore: string, everyMs: number, work: () => Promise<void>) =>
    void takeTurn(db, chore, everyMs).then((isOurs) => (isOurs ? work() : undefined)).catch(onError)
  // Games of machines that fell silent are settled.
  const sweeping = isKeeper ? setInterval(() => void games.sweep().catch(onError), sweepEveryMs) : undefined
  const timelines = new Timelines(db, games, { onError })
  const following = [
    setInterval(() => void timelines.look(), lookEveryMs),
    setInterval(() => void timelines.write(), writePointsEveryMs),
    setInterval(() => inTurn('pack timelines', packEveryMs, () => timelines.pack()), packEveryMs),
  ]

  const visits = new VisitTokens({ readKey: () => visitKey(db) })
  const pageReports = new PageReports()
  const storedReports = storeReports(db, pageReports, metrics)
  const storing = setInterval(() => void storedReports.write().catch(onError), storeReportsEveryMs)

  const outbox = new Outbox()
  const sender = config.smtpUrl === undefined ? undefined : new MailSender({ db, transport: smtpTransport(config.smtpUrl, config.mailFrom), onError })
  outbox.onWake(() => void sender?.wake())
  sender?.start()
  const tidying = setInterval(() => inTurn('tidy', tidyEveryMs, () => tidy(db, Date.now(), config.keep)), tidyEveryMs)

  const plan = isKeeper ? config.backups : undefined
  const backupStore = plan && ('storeUrl' in plan ? s3Store(plan.storeUrl) : folderStore(plan.folder))
  const backups = backupStore && new ScheduledBackups({ url: databaseUrl, db, store: backupStore, plan, log, onError })
  if (backupStore) measureBackups(metrics, db, backupStore)

  const bootstraps = new WindowLimit(bootstrapsPerMinute, 60_000)
  measureGames(metrics, games)
  measureInstallation(metrics, { db, bus, registry, folders: { ...(config.databaseUrl === undefined && { data: config.dataFolder }), deploy: config.deployFolder, ...(config.backups && 'folder' in config.backups && { backup: config.backups.folder }) } })

  const removal: Removal = {
    cutOff,
    leaveOut: (trx, belongings) => leaveOutAll(trx, belongings, async () => {
      const known = await types.all()
      return (type) => kindOf(type, known)
    }),
    onRemoved: ({ userId, boards, affected, venueMachines, playedOn }) => {
      for (const board of boards) changes.announce({ ...board, reason: 'deleted' })
      for (const board of affected) changes.announce({ ...board, reason: 'updated' })
      for (const id of venueMachines) games.changedElsewhere(id, true)
      const telling = [...playedOn.map((id) => games.claimed(id)), games.renamed(userId)]
      return Promise.all(telling).then(() => {}, onError)
    },
  }

  let endHot = () => {}
  let demo: RunningDemo | undefined
  let demoPassword: string | undefined
  let setupCode: string | undefined
  const mailsKey = showsMails(config) ? (place?.mailsKey ?? newMailsKey()) : undefined

  return {
    areas: [
      // Before anybody can log in.
      async () => {
        if (!isKeeper || place?.isRestarted) return
        demoPassword = await settleDemoAccess(db, config)
        setupCode = await newSetupCode(db, config)
      },
      setupRoutes({ db, config }),
      accountsRoutes({ db, outbox, publicUrl: config.publicUrl, onRenamed: (userId) => games.renamed(userId), removal }),
      countsRoutes({ db }),
      mailsRoutes({ db, key: mailsKey, publicUrl: config.publicUrl }),
      catalogueRoutes({ db }),
      venuesRoutes({ db, changes, retirement: { cutOff, endGames: (ids) => games.endAll(ids) } }),
      ...Object.values(builtInKinds).map((kind) => boardRoutes(kind, { db, changes, types })),
      fromMachinesRoutes({ db, changes, types }),
      customBoardRoutes(types, { db, changes }),
      feedsRoutes({ feeds, types }),
      controlRoutes({ controls }),
      slideshowImagesRoutes({ db }),
      mediaRoutes({ db }),
      devicesRoutes({ devices, games }),
      ownedDevicesRoutes({ devices, testGames }),
      scoresRoutes({ scores }),
      playedRoutes({ db, scores }),
      timelinesRoutes({ db, scores, store }),
      claimsRoutes({ db, games, scores }),
      liveRoutes({ hub, bootstraps }),
      attractRoutes({ db, hub }),
      tvsRoutes({ tvs }),
      tonightRoutes({ db }),
      embedsRoutes({ embeds }),
      embedFilesRoutes({ deployFolder: config.deployFolder, config: config.pages, registry, publicUrl: config.publicUrl }),
      oembedRoutes({ embeds, registry, publicUrl: config.publicUrl }),
      previewRoutes({ config: config.pages }),
      picturesRoutes({ pictures, registry }),
      frameRoutes({ embeds, registry, config: config.pages, visits }),
      clientErrorsRoutes({ reports: pageReports, tokens: visits, registry }),
      openapiRoutes({ apiHost: config.pages.apiHost, types }),
    ],
    pages: pagesRoutes({
      deployFolder: config.deployFolder,
      config: config.pages,
      registry,
      publicUrl: config.publicUrl,
      visits,
      wordsOf: (board) => pictures.words(board),
    }),
    attach: ({ server, knownActor }, times) => {
      hub.attach(server)
      limitPipelining(server)
      const onAnswered = times && times.add.bind(times)
      const endHotReads = answerHotReads(server, { hub, bootstraps, proxies: config.proxies, publicOrigin, onAnswered })
      const endHotEntries = answerHotEntries(server, { games, knownActor, onAnswered })
      endHot = () => {
        endHotEntries()
        endHotReads()
      }
    },
    onReady: async ([baseUrl = '', outside = baseUrl]) => {
      if (config.demo && isKeeper) demo = await startDemo({ db, changes, types, devices, games, feeds, baseUrl, password: demoPassword, onError })
      backups?.start()
      const changed = isKeeper ? await registry.read().then((read) => changedLines(config.deployFolder, read), () => []) : []
      return [...(demo?.lines ?? []), ...changed, ...setupLines(setupCode, config.needsPublicUrl ? outside : config.publicUrl), ...mailLines(config, baseUrl, mailsKey), ...publicUrlLines(config)]
    },
    trouble: () => gamesTrouble(games),
    drain: async () => {
      // From now on every answer says that its connection closes.
      endHot()
      await demo?.stop()
      await testGames.stop()
      // Their answers are held: none may hold up the end.
      await tvs.close()
      await hub.close()
    },
    close: async () => {
      clearInterval(sweeping)
      clearInterval(tidying)
      clearInterval(storing)
      await storedReports.write().catch(onError)
      await backups?.stop()
      await sender?.stop()
      for (const timer of following) clearInterval(timer)
      await games.close()
      await timelines.close()
      await leaveInstances()
    },
  }
}
