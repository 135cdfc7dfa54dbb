import { emptyRegistry, isBuiltInType } from '@multiball/shared/schema'
import { s3Store } from './backup/schedule/s3Store'
import { measureBackups, ScheduledBackups } from './backup/schedule/schedule'
import { folderStore } from './backup/schedule/stores'
import { Chores } from './chores'
import { accountsRoutes } from './core/accounts/accounts.routes'
import { countsRoutes } from './core/accounts/counts.routes'
import { operatorsRoutes } from './core/accounts/operators.routes'
import { finishRemovals } from './core/accounts/removal/removal.service'
import type { Removal } from './core/accounts/removal/removal.service'
import { newSetupCode, setupLines, setupRoutes } from './core/accounts/setup.routes'
import { isAwaitingAccount } from './core/accounts/setup.store'
import { boardRoutes, customBoardRoutes } from './core/boards/boards.routes'
import { controlRoutes } from './core/boards/control/control.routes'
import { StreamControls } from './core/boards/control/control.service'
import { takeNameOff } from './core/boards/control/control.store'
import { BoardTypes } from './core/boards/custom/types'
import { feedsRoutes } from './core/boards/feeds/feeds.routes'
import { PostedFeeds } from './core/boards/feeds/postedFeeds'
import { fromMachinesRoutes } from './core/boards/fromMachines'
import { builtInKinds, kindOf } from './core/boards/kinds'
import { leaveOutAll } from './core/boards/references.store'
import { slideshowImagesRoutes } from './core/boards/slideshowImages.routes'
import { catalogueRoutes } from './core/catalogue/catalogue.routes'
import { attractRoutes } from './core/games/attract.routes'
import { holdNames } from './core/games/claims'
import { claimsRoutes } from './core/games/claims.routes'
import { DailyGames } from './core/games/dailyGames'
import { enteredRoutes } from './core/games/entered/entered.routes'
import { gamesTrouble, measuredNewGames, measuredStore, measureGames } from './core/games/gameMetrics'
import { Games } from './core/games/games.service'
import { gamesStore } from './core/games/games.store'
import { DayCodes } from './core/games/sent/dayCodes'
import { guestLinksRoutes } from './core/games/sent/guestLinks.routes'
import { photosRoutes } from './core/games/sent/photos.routes'
import { sendRoutes } from './core/games/sent/send.routes'
import { SentScores } from './core/games/sent/sentScores.service'
import { tellOwners } from './core/games/sent/waitingMails'
import { waitingRoutes } from './core/games/sent/waiting.routes'
import { cardFor } from './core/games/moments/cards'
import { cardsRoutes } from './core/games/moments/cards.routes'
import { momentsRoutes } from './core/games/moments/moments.routes'
import { Moments } from './core/games/moments/moments.service'
import { MomentStreams } from './core/games/moments/momentStreams'
import { ownMomentsRoutes } from './core/games/moments/ownMoments.routes'
import { playedRoutes } from './core/games/played.routes'
import { scoresRoutes } from './core/games/scores.routes'
import { MachineScores } from './core/games/scores.service'
import { timelinesRoutes } from './core/games/timelines/timelines.routes'
import { Timelines } from './core/games/timelines/timelines.service'
import { venuesRoutes } from './core/venues/venues.routes'
import { settleDemoAccess } from './demo/demoAccess'
import { startDemo, type RunningDemo } from './demo/startDemo'
import { noBus } from './edges/bus/bus'
import { joinInstances, othersForFeeds, othersForMachines } from './edges/bus/joinInstances'
import { NatsBus } from './edges/bus/natsBus'
import { PeerMonitor } from './edges/bus/peerMonitor'
import { failuresRoutes } from './edges/failures/failures.routes'
import { VisitCounts, storeCounts } from './edges/failures/failures.service'
import { listFailures, loadBounds, readHealth, visitKey } from './edges/failures/failures.store'
import { VisitTokens } from './edges/failures/visitTokens'
import { bridgesRoutes } from './edges/devices/bridges.routes'
import { BridgeSignOns } from './edges/devices/bridges.service'
import { devicesRoutes } from './edges/devices/devices.routes'
import { Devices } from './edges/devices/devices.service'
import { cutOff } from './edges/devices/devices.store'
import { answerFastEntries } from './edges/devices/fastEntries'
import { ownedDevicesRoutes } from './edges/devices/owner.routes'
import { TestGames } from './edges/devices/testGames'
import { embedsRoutes } from './edges/embeds/embeds.routes'
import { Embeds } from './edges/embeds/embeds.service'
import { embedFilesRoutes } from './edges/embeds/files.routes'
import { oembedRoutes } from './edges/embeds/oembed.routes'
import { hooksRoutes } from './edges/hooks/hooks.routes'
import { Hooks } from './edges/hooks/hooks.service'
import { HookSender } from './edges/hooks/hookSender'
import { momentStream } from './edges/hooks/momentStream'
import { tonightRoutes } from './edges/home/tonight.routes'
import { answerFastReads } from './edges/live/fastReads'
import { liveRoutes } from './edges/live/live.routes'
import { startLive } from './edges/live/startLive'
import { machineListsRoutes } from './edges/machineLists/machineLists.routes'
import { PinballMap } from './edges/machineLists/pinballMap'
import { Follows } from './edges/matchPlay/follows.service'
import { matchPlayRoutes } from './edges/matchPlay/matchPlay.routes'
import { openapiRoutes } from './edges/openapi/openapi.routes'
import { frameRoutes } from './edges/pages/frame.routes'
import { pagesRoutes } from './edges/pages/pages.routes'
import { previewRoutes } from './edges/pages/preview.routes'
import { startLines, unknownSections } from './edges/pages/startCheck'
import { picturesRoutes } from './edges/pictures/pictures.routes'
import { Pictures } from './edges/pictures/pictures.service'
import { RegistryHistory } from './edges/platform/history'
import { platformRoutes } from './edges/platform/platform.routes'
import { Platform } from './edges/platform/platform.service'
import { reviewsRoutes } from './edges/platform/reviews.routes'
import { Reviews } from './edges/platform/reviews.service'
import { Stacks } from './edges/platform/stacks'
import { tvsRoutes } from './edges/tvs/tvs.routes'
import { onlineForMs, Tvs } from './edges/tvs/tvs.service'
import { anonymous } from './ground/http/actors'
import { DiskRoom, freeBytesOf } from './ground/database/diskRoom'
import { databaseFolder } from './ground/database/embedded/databaseFolder'
import { ProvenClock } from './ground/database/provenClock'
import { limitPipelining } from './ground/http/beforeFramework'
import { removeOldWindows, ReportedLimit } from './ground/http/limits'
import { mailLines, mailsRoutes, newMailsKey, showsMails } from './ground/mails/mails.routes'
import { MailSender } from './ground/mails/mailSender'
import { Outbox } from './ground/mails/outbox'
import { smtpTransport } from './ground/mails/smtp'
import { mediaRoutes } from './ground/media/media.routes'
import type { Config } from './ground/process/config'
import { StartError } from './ground/process/startError'
import { registryStore } from './ground/registry/registry.store'
import { heaviestLine } from './heaviestAccounts'
import { measureInstallation } from './measureInstallation'
import type { Composition, Foundation } from './server'
import { tidy } from './tidy'

const sweepEveryMs = 15_000
const lookEveryMs = 250
/** what a server that was killed has left, and what is announced nowhere */
const lookForMomentsEveryMs = 5_000
const readForHooksEveryMs = 2_000
/** what another server has put there, and what is to be tried again */
const deliverEveryMs = 5_000
const writePointsEveryMs = 3_000
const packEveryMs = 30_000
const storeCountsEveryMs = 5_000
/** well within the time after which another server may follow what this one does */
const lookForTournamentsEveryMs = 10_000
const sendMailsEveryMs = 30_000
const lookForBackupEveryMs = 60_000
const finishRemovalsEveryMs = 60_000
const tellOwnersEveryMs = 300_000
const tidyEveryMs = 3_600_000
/** of one board from one address, which the TVs and the guests' phones of a venue share */
const bootstrapsPerMinute = 600

const publicUrlLines = ({ needsPublicUrl, publicUrl }: Config) =>
  needsPublicUrl
    ? [`Links in mails and embeds lead to ${publicUrl}: set PUBLIC_URL to the address that people use.`]
    : []

/** Every area of the server, put together, story by story. What one area does for another that it may not import is handed in here. */
export function compose({
  config,
  db,
  readDb,
  databaseUrl,
  changes,
  metrics,
  traces,
  tell,
  postToHook,
  onError,
}: Foundation): Composition {
  const { deployFolder, publicUrl, backups: plan } = config
  const publicOrigin = new URL(publicUrl).origin
  const isEmbedded = config.databaseUrl === undefined

  // ground, and the bus
  const room = new DiskRoom({
    ...(isEmbedded && { readFree: async () => freeBytesOf(await databaseFolder(config.dataFolder)) }),
    reserveBytes: config.diskReserveBytes,
    readHeaviest: () => heaviestLine(db),
    tell,
    onError,
  })
  const clock = new ProvenClock({ db, tell })
  const registry = registryStore(deployFolder, {
    onChange: (trouble) => onError(trouble ?? new Error('The registry can be read again')),
  })
  const outbox = new Outbox()
  const sender =
    config.smtpUrl === undefined
      ? undefined
      : new MailSender({ db, transport: smtpTransport(config.smtpUrl, config.mailFrom), onError })
  outbox.onWake(() => void sender?.wake().catch(onError))
  // What an earlier process left.
  outbox.wake()
  const mailsKey = showsMails(config) ? newMailsKey() : undefined
  const nats = config.natsUrls && new NatsBus({ urls: config.natsUrls, tell, onError })
  const bus = nats ?? noBus
  const peers = nats && new PeerMonitor(db, nats, () => nats.mayHaveMissed(), tell)
  const backupStore = plan && ('storeUrl' in plan ? s3Store(plan.storeUrl) : folderStore(plan.folder))
  const isClockProven = () => clock.isProven()
  const backups =
    backupStore &&
    new ScheduledBackups({ url: databaseUrl, db, store: backupStore, plan, isClockProven, tell, onError })

  // core
  const types = new BoardTypes({ registry, deployFolder, onRefused: onError })
  const stored = gamesStore(db)
  const commit = room.noticing(stored.commit)
  const store = measuredStore({ ...stored, commit: traces ? traces.commit(commit) : commit }, metrics)
  const newGames = measuredNewGames(metrics, room, new DailyGames(db, config.dailyGames, onError))
  const games = new Games(store, {
    onError,
    newGames,
    publicUrl,
    subscriptions: othersForMachines(bus),
    // A board is sent every 50 ms at most, so this is not seen, and a commit costs PostgreSQL much the same with three games as with one.
    commitsApartMs: 5,
  })
  const onPlayers = (ids: readonly number[]) => games.proposed(ids)
  const feeds = new PostedFeeds({ db, changes, others: othersForFeeds(bus), onPlayers, onError })
  const scores = new MachineScores(db, games, Date.now, publicUrl, readDb)
  const timelines = new Timelines(db, games, { onError })
  const sentScores = new SentScores({ db, games, newGames })
  const dayCodes = new DayCodes(db)
  const moments = new Moments({ db, games, changes, onError })
  const momentStreams = new MomentStreams(db, moments, onError)

  // edges
  const hub = startLive({ db, games, changes, types, feeds, moments, metrics }, { onError, publicOrigin, traces })
  changes.onBoardChange(({ type, reason }) => {
    if (!isBuiltInType(type) && (reason === 'updated' || reason === 'deleted'))
      void games.proposersChanged().catch(onError)
  })
  const controls = new StreamControls({ db, changes, live: hub, holdNames })
  const tvs = new Tvs({ db, changes, publicUrl, onError })
  const leaveInstances = joinInstances(bus, { games, hub, changes, feeds, tvs, traces, onError })
  const follows = new Follows({ db, types, feeds, changes, addresses: config.matchPlay, metrics, onError })
  const devices = new Devices(db, games)
  const testGames = new TestGames({ db, games, onError })
  const embeds = new Embeds({ db, changes })
  const pictures = new Pictures({
    live: hub,
    slideshow: (id) => embeds.visible('slideshow', id, undefined),
    card: (id) => cardFor({ db, scores }, id, anonymous, undefined),
  })
  const networks = config.webhookNetworks
  const stream = momentStream(db, scores)
  const hooks = new Hooks({ db, stream, publicUrl, networks, onError })
  const hookSender = new HookSender({
    db,
    outbox,
    publicUrl,
    networks,
    newestPlace: stream.newest,
    onError,
    post: postToHook,
  })
  hooks.onWaiting(() => void hookSender.wake())
  const visits = new VisitTokens({ readKey: () => visitKey(db) })
  const visitCounts = new VisitCounts()
  const storedCounts = storeCounts(db, visitCounts, metrics)
  /** What was reported a moment ago counts. */
  const readCountedHealth = () => storedCounts.write().then(() => readHealth(db))
  const history = new RegistryHistory(deployFolder)
  const reviews = new Reviews({ db, registry, publicUrl })
  const platform = new Platform({ deployFolder, registry, history, readHealth: readCountedHealth, loadBounds })
  const bootstraps = new ReportedLimit({ db, name: 'bootstraps' }, bootstrapsPerMinute, 60_000)

  measureGames(metrics, games)
  if (backupStore) measureBackups(metrics, db, backupStore)
  measureInstallation(metrics, {
    db,
    bus,
    registry,
    folders: {
      ...(isEmbedded && { data: config.dataFolder }),
      deploy: deployFolder,
      ...(plan && 'folder' in plan && { backup: plan.folder }),
    },
  })

  const removal: Removal = {
    cutOff,
    leaveOut: (trx, belongings) =>
      leaveOutAll(trx, belongings, async () => {
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

  const chores = new Chores(db, onError)
  // Games of machines that fell silent are settled.
  chores.every(sweepEveryMs, () => games.sweep())
  chores.every(lookEveryMs, () => timelines.look())
  chores.every(lookForMomentsEveryMs, () => moments.look())
  chores.every(readForHooksEveryMs, () => hooks.read())
  chores.every(deliverEveryMs, () => hookSender.wake())
  chores.every(writePointsEveryMs, () => timelines.write())
  chores.byOne('pack timelines', packEveryMs, () => timelines.pack())
  chores.every(storeCountsEveryMs, () => storedCounts.write())
  chores.every(lookForTournamentsEveryMs, () => follows.look())
  if (sender) chores.every(sendMailsEveryMs, () => sender.wake())
  if (backups) chores.every(lookForBackupEveryMs, () => backups.look())
  chores.byOne('finish removals', finishRemovalsEveryMs, (ending) => finishRemovals(db, removal, ending))
  chores.byOne('tell of waiting scores', tellOwnersEveryMs, () => tellOwners(db, outbox, publicUrl))
  chores.byOne('tidy', tidyEveryMs, async (ending) => {
    await removeOldWindows(db)
    if (await clock.isProven()) await tidy(db, Date.now(), config.keep, ending)
  })

  let endFast = () => {}
  let demo: RunningDemo | undefined
  let demoPassword: string | undefined
  let setupCode: string | undefined

  return {
    areas: [
      // Before anybody is shown a state: viewers come from servers that are not behind.
      () => bus.joined(),
      // Before anybody can log in.
      async () => {
        const [unknown] = unknownSections(
          await registry.read().catch(() => emptyRegistry),
          config.pages.disabledSections,
        )
        if (unknown !== undefined) throw new StartError(unknown)
        demoPassword = await settleDemoAccess(db, config)
        setupCode = await newSetupCode(db, config)
      },
      // core
      setupRoutes({ db, config }),
      accountsRoutes({ db, readDb, outbox, publicUrl, onRenamed: (userId) => games.renamed(userId), removal }),
      operatorsRoutes({ db }),
      countsRoutes({ db }),
      catalogueRoutes({ db }),
      venuesRoutes({ db, readDb, changes, retirement: { cutOff, endGames: (ids) => games.endAll(ids) } }),
      ...Object.values(builtInKinds).map((kind) => boardRoutes(kind, { db, readDb, changes, types })),
      fromMachinesRoutes({ db, changes, types }),
      customBoardRoutes(types, { db, readDb, changes }),
      feedsRoutes({ feeds, types }),
      ownMomentsRoutes({ db, kindsOf: async (type) => (await types.get(type))?.published.moments ?? {}, changes }),
      controlRoutes({ controls }),
      slideshowImagesRoutes({ db }),
      scoresRoutes({ scores }),
      playedRoutes({ db, readDb, scores }),
      timelinesRoutes({ db, scores, store }),
      momentsRoutes({ db, readDb, scores, streams: momentStreams }),
      cardsRoutes({ db, scores }),
      attractRoutes({ db, readDb, live: hub, games }),
      enteredRoutes({ db, games, newGames }),
      sendRoutes({ db, sentScores, dayCodes }),
      waitingRoutes({ db, sentScores }),
      guestLinksRoutes({ db, scores, dayCodes }),
      photosRoutes({ db, scores }),
      claimsRoutes({ db, games, scores, changes, takeNameOff }),
      // edges
      devicesRoutes({ db, devices, games, newGames, traces }),
      ownedDevicesRoutes({ db, devices, testGames }),
      bridgesRoutes({ bridges: new BridgeSignOns(db, games, feeds) }),
      liveRoutes({ hub, bootstraps }),
      tvsRoutes({ tvs }),
      hooksRoutes({ hooks }),
      tonightRoutes({ db, tvOnlineForMs: onlineForMs, trouble: () => room.trouble() }),
      machineListsRoutes({ db, pinballMap: new PinballMap({ address: config.pinballMap, onError }) }),
      matchPlayRoutes({ follows }),
      embedsRoutes({ embeds }),
      embedFilesRoutes({ deployFolder, config: config.pages, registry, publicUrl }),
      oembedRoutes({ embeds, registry, publicUrl }),
      previewRoutes({ config: config.pages }),
      picturesRoutes({ pictures, registry }),
      frameRoutes({ embeds, registry, config: config.pages, visits }),
      failuresRoutes({ counts: visitCounts, tokens: visits, registry }),
      platformRoutes({
        db,
        platform,
        history,
        reviews,
        stacks: new Stacks(deployFolder),
        listFailures: (page) => storedCounts.write().then(() => listFailures(db, page)),
      }),
      reviewsRoutes({ db, reviews }),
      openapiRoutes({ apiHost: config.pages.apiHost, types }),
      // ground
      mailsRoutes({ db, key: mailsKey, publicUrl }),
      mediaRoutes({ db }),
    ],
    pages: pagesRoutes({
      deployFolder,
      config: config.pages,
      registry,
      publicUrl,
      visits,
      wordsOf: (board) => pictures.words(board),
      cardWordsOf: (card) => pictures.cardWords(card),
      reviews,
      awaitsAccount: () => isAwaitingAccount(db),
    }),
    attach: ({ server, knownActor }, times) => {
      hub.attach(server)
      limitPipelining(server)
      const onAnswered = times && times.add.bind(times)
      const { proxies } = config
      const endFastReads = answerFastReads(server, { hub, bootstraps, proxies, publicOrigin, onAnswered })
      const endFastEntries = answerFastEntries(server, { games, knownActor, traces, onAnswered })
      endFast = () => {
        endFastEntries()
        endFastReads()
      }
    },
    onReady: async ([baseUrl = '', outside = baseUrl]) => {
      const { isLocal } = config
      if (config.demo)
        demo = await startDemo({
          db,
          changes,
          types,
          devices,
          games,
          baseUrl,
          password: demoPassword,
          isLocal,
          onError,
        })
      room.start()
      peers?.start()
      // The one that is due since the server stopped.
      void backups?.look()
      const ofPages = await registry.read().then(
        (read) => startLines(deployFolder, read),
        () => [],
      )
      return [
        ...(demo?.lines ?? []),
        ...ofPages,
        ...setupLines(setupCode, config.needsPublicUrl ? outside : publicUrl),
        ...mailLines(config, baseUrl, mailsKey),
        ...publicUrlLines(config),
      ]
    },
    trouble: () => gamesTrouble(games),
    drain: async () => {
      // From now on every answer says that its connection closes.
      endFast()
      await demo?.stop()
      await testGames.stop()
      // Their answers are held: none may hold up the end.
      await tvs.close()
      await momentStreams.closeAll()
      await hub.close()
    },
    close: async () => {
      // A backup may be in the middle of a large file, a chore among years of games: what players wait for ends first.
      const [backedUp, tidied] = [backups?.stop(), chores.stop()]
      room.stop()
      await follows.close().catch(onError)
      await storedCounts.write().catch(onError)
      await Promise.all([sender?.stop(), hookSender.stop()])
      await games.close()
      await moments.close()
      await timelines.close()
      await peers?.stop()
      await Promise.all([backedUp, tidied])
      await leaveInstances()
    },
  }
}
