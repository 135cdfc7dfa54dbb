import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { versionOfSources } from '@multiball/platform/version'
import type { PageConfig } from '@multiball/shared/schema'
import * as v from 'valibot'
import { isNetwork, networkIn } from './networks'
import { StartError } from './startError'

const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i
const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** Whether an address is this machine's own, as a socket has it: 127.0.0.1, ::1. */
export const isLoopback = (address = ''): boolean => loopback.test(address)

/** Whether a Host header, with or without a port, names this machine as its own browser does. */
export const isLocalHost = (host = ''): boolean => localHost.test(host)

const number = (min: number, max: number, expectation = 'a whole number is expected') =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,9}$/, expectation),
    v.transform(Number),
    v.minValue(min, `at least ${min}`),
    v.maxValue(max, `at most ${max}`),
  )

const Port = number(0, 65_535)
const Proxies = number(0, 10, 'the number of proxies in front, such as 1, is expected')

const Flag = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.picklist(['1', '0', 'true', 'false', 'yes', 'no'], '1 or 0 is expected'),
  v.transform((flag) => ['1', 'true', 'yes'].includes(flag)),
)

const protocolOf = (address: string) => (URL.canParse(address) ? new URL(address).protocol : '')
/** `https:host` leads somewhere else than `https://host` from a page of https. */
const hasScheme = (text: string, protocols: readonly string[]) =>
  protocols.some((protocol) => protocolOf(text) === protocol && text.toLowerCase().startsWith(`${protocol}//`))

const address = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => hasScheme(text, protocols),
      `an address with ${protocols.map((protocol) => `${protocol}//`).join(' or ')} is expected`,
    ),
  )

/** Of a server that may want a password. In u:12/3@host, 12 is read as a port and 3@host as a path. */
const server = (...protocols: string[]) =>
  v.pipe(
    address(...protocols),
    v.check((text) => URL.canParse(text) && !new URL(text).pathname.includes('@'), 'no @ is expected behind the host'),
  )

/** What pg already makes of these modes: it checks the certificate. It would warn of them in ten lines. */
const checked = (url: string) => url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')

const postgres = v.pipe(
  server('postgres:', 'postgresql:'),
  v.transform((url) => (/[?&]uselibpqcompat=/.test(url) ? url : checked(url))),
)

/** PostgreSQL alone is also found without a host. */
const host = v.check(
  (text: string) => URL.canParse(text) && new URL(text).hostname !== '',
  'a host is expected behind the //',
)

/** Addresses with commas between them; one in a password stays. */
const addressesOf = (text: string) => text.split(/,(?=[^,]*:\/\/)/)

/** What is before the host: who connects, and how. */
const credentialsOf = (text: string) => text.slice(0, text.lastIndexOf('@') + 1) || `${protocolOf(text)}//`

/** Of the servers of one cluster, which ask for the same. */
const NatsAddresses = v.pipe(
  v.string(),
  v.transform(addressesOf),
  v.array(v.pipe(server('nats:', 'tls:'), host)),
  v.check(
    (all) => new Set(all.map(credentialsOf)).size === 1,
    'addresses with the same scheme, user and password are expected',
  ),
)

const WebAddress = address('http:', 'https:')
const withoutSlash = v.transform((text: string) => text.replace(/\/+$/, ''))
/** Something is put behind it. */
const plain = v.regex<string, string>(/^[^?#]+$/, 'no ? or # is expected')
const Origin = v.pipe(
  WebAddress,
  withoutSlash,
  v.regex(/^https?:\/\/[^/\\?#@]+$/i, 'only a scheme and a host are expected, such as https://boards.example.com'),
)

/** Commas alone are what is left of a list whose parts were not set. */
const list = (entry: v.GenericSchema<string, string>) =>
  v.pipe(
    v.string(),
    v.check((text) => text === '' || /[^,\s]/.test(text), 'something between the commas is expected'),
    v.transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
    v.array(entry),
  )

const NetworkText = v.pipe(
  v.string(),
  v.check(isNetwork, 'networks such as 192.168.1.0/24, or addresses, separated by commas, are expected'),
)

/** With the key and its secret before the host, and a bucket behind it. */
const StoreAddress = v.pipe(
  WebAddress,
  v.check((text) => {
    if (!URL.canParse(text)) return false
    const { username, password, pathname } = new URL(text)
    return username !== '' && password !== '' && pathname.length > 1
  }, 'an address such as https://KEY:SECRET@s3.example.com/bucket/folder is expected'),
)

const AgeRecipient = v.pipe(
  v.string(),
  v.regex(/^age1[02-9ac-hj-np-z]{58}$/, 'public keys of age, such as age1…, separated by commas, are expected'),
)

const Keep = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{1,3}(?: *, *\d{1,3}){2}$/, 'how many days, weeks and months are kept, such as 7,4,6, is expected'),
  v.transform((text) => {
    const [daily = 0, weekly = 0, monthly = 0] = text.split(',').map(Number)
    return { daily, weekly, monthly }
  }),
)

const MailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.regex(
    /^(?:[^<>"\p{Cc}]*<[^\s<>@,:]+@[^\s<>@,]+>|[^\s<>@,:]+@[^\s<>@,]+)$/u,
    'an address such as Multiball <no-reply@example.com> is expected',
  ),
)

const Domain = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'domains such as example.com, separated by commas, are expected'),
)

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
]

// OpenTelemetry reads them itself, as they are, and takes what it does not know for nothing.
const Sampler = v.picklist(samplers, `${samplers.slice(0, -1).join(', ')} or ${samplers.at(-1)} is expected`)
const SampledShare = v.pipe(
  v.string(),
  v.check(
    (text) => /^(?:0|1|[01]?\.\d+)$/.test(text) && Number(text) <= 1,
    'the share of posts that are followed, from 0 to 1, is expected',
  ),
)
const Headers = v.pipe(
  v.string(),
  v.regex(/^\s*[^\s=,]+=[^,]*(?:,\s*[^\s=,]+=[^,]*)*$/, 'name=value, separated by commas, is expected'),
)

const Environment = v.object({
  PORT: v.optional(Port, '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), './data'),
  DEPLOY_DIR: v.optional(v.string(), './deploy'),
  DATABASE_URL: v.optional(postgres),
  DATABASE_READ_URL: v.optional(postgres),
  DATABASE_CONNECTIONS: v.optional(number(2, 500), '10'),
  KEEP_GAMES_DAYS: v.optional(number(1, 36_500)),
  KEEP_TIMELINES_DAYS: v.optional(number(1, 36_500), '400'),
  MACHINE_GAMES_PER_DAY: v.optional(number(1, 999_999_999), '2000'),
  OWNER_GAMES_PER_DAY: v.optional(number(1, 999_999_999), '100000'),
  DISK_RESERVE_MB: v.optional(number(1, 999_999_999), '500'),
  NATS_URL: v.optional(NatsAddresses),
  PUBLIC_URL: v.optional(Origin),
  SMTP_URL: v.optional(v.pipe(server('smtp:', 'smtps:'), host)),
  MATCHPLAY_API_URL: v.optional(v.pipe(WebAddress, withoutSlash, plain), 'https://app.matchplay.events/api'),
  MATCHPLAY_SOCKET_URL: v.optional(
    v.pipe(address('ws:', 'wss:'), withoutSlash, plain),
    'wss://ws.app.matchplay.events',
  ),
  PINBALL_MAP_URL: v.optional(v.pipe(WebAddress, withoutSlash, plain), 'https://pinballmap.com'),
  MAIL_FROM: v.optional(MailAddress),
  WEBHOOK_NETWORKS: v.optional(list(NetworkText), ''),
  DEMO: v.optional(v.union([Flag, v.pipe(v.string(), v.trim(), v.literal('auto'))], '1, 0 or auto is expected'), '0'),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  COOKIE_DOMAINS: v.optional(list(Domain), ''),
  WINNER_MACHINE_TITLE: v.optional(v.pipe(v.string(), v.trim())),
  METRICS_PORT: v.optional(Port),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(v.pipe(WebAddress, withoutSlash, plain)),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(Headers),
  OTEL_TRACES_SAMPLER: v.optional(Sampler),
  OTEL_TRACES_SAMPLER_ARG: v.optional(SampledShare),
  BACKUP_DIR: v.optional(v.string()),
  BACKUP_S3_URL: v.optional(StoreAddress),
  BACKUP_RECIPIENTS: v.optional(list(AgeRecipient), ''),
  BACKUP_HOUR: v.optional(number(0, 23), '4'),
  BACKUP_KEEP: v.optional(Keep, '7,4,6'),
  ACCOUNT_URL: v.optional(WebAddress),
  HELP_URL: v.optional(WebAddress),
  MAIN_SITE_URL: v.optional(WebAddress),
  DISABLED_SECTIONS: v.optional(list(v.string()), ''),
  API_HOST: v.optional(Origin),
  SCORES_HOST: v.optional(v.pipe(address('ws:', 'wss:'), withoutSlash, plain)),
  REMOTE_ORIGINS: v.optional(list(Origin), ''),
  OVERRIDES: v.optional(Flag),
  OFFLINE_VIEWERS: v.optional(Flag, '1'),
  TRUST_PROXY: v.optional(Proxies, '0'),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent is expected',
    ),
    'warn',
  ),
})

/** Whether only this machine's own browsers come here: by the address that it listens on, and by the one that people use. */
const isForThisMachine = (host: string, publicUrl: string, proxies: number) =>
  (isLoopback(host) || isLocalHost(host)) && isLocalHost(new URL(publicUrl).hostname) && proxies === 0

/** Addresses with a password in them; with _FILE behind the name, a file holds the address, as containers get their secrets. */
const secrets = ['DATABASE_URL', 'DATABASE_READ_URL', 'NATS_URL', 'SMTP_URL', 'BACKUP_S3_URL'] as const
const longestSecret = 4_096

/** The settings with what is in the files. Throws StartError, never with anything of a file. */
function withSecrets(given: Record<string, string | undefined>, folder: string): Record<string, string | undefined> {
  const found = secrets.flatMap((name) => {
    const file = given[`${name}_FILE`]
    if (file === undefined) return []
    if (given[name] !== undefined) throw new StartError(`${name} and ${name}_FILE are both set: leave one of them out.`)
    return [[name, readSecret(`${name}_FILE`, path.resolve(folder, file))]]
  })
  return { ...given, ...(Object.fromEntries(found) as Record<string, string>) }
}

function readSecret(variable: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartError(`${variable} names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  if (text === '' || text.length > longestSecret)
    throw new StartError(
      `${variable} names ${file}, which is ${text === '' ? 'empty' : `longer than ${longestSecret} characters`}.`,
    )
  return text
}

const isSecret = (variable: string) => secrets.some((name) => name === variable)
/** They may hold a key of the collector. */
const isHidden = (variable: string) => variable === 'OTEL_EXPORTER_OTLP_HEADERS'
/** An address with a user before the host, or a private key of age, wherever somebody put it. */
const holdsSecret = /\/\/.*@|AGE-SECRET-KEY/i

/** Refusals are printed, so they show no value that may hold a password. */
const refusal = (given: Record<string, string | undefined>) => (issue: v.BaseIssue<unknown>) => {
  const variable = String(issue.path?.[0]?.key)
  const value = given[variable] ?? ''
  if (isSecret(variable)) {
    const name = given[`${variable}_FILE`] === undefined ? variable : `${variable}_FILE`
    return `${name} cannot be used: ${issue.message}. In a password, / @ : and # must be percent-encoded, such as %2F for /.`
  }
  return `${variable} cannot be ${isHidden(variable) || holdsSecret.test(value) ? 'used' : JSON.stringify(value)}: ${issue.message}.`
}

function backupsOf(settings: v.InferOutput<typeof Environment>, folder: string) {
  const {
    BACKUP_DIR,
    BACKUP_S3_URL: storeUrl,
    BACKUP_HOUR: hour,
    BACKUP_KEEP: keep,
    BACKUP_RECIPIENTS: recipients,
  } = settings
  if (BACKUP_DIR !== undefined && storeUrl !== undefined)
    throw new StartError('BACKUP_DIR and BACKUP_S3_URL are both set: leave one of them out.')
  const rest = { hour, keep, recipients }
  if (storeUrl !== undefined) return { storeUrl, ...rest }
  return BACKUP_DIR === undefined ? undefined : { folder: path.resolve(folder, BACKUP_DIR), ...rest }
}

/** False as well for what cannot be looked at: whoever uses it says why. */
function isFile(place: string): boolean {
  try {
    return statSync(place).isFile()
  } catch {
    return false
  }
}

/** The folder that a setting names. Throws StartError where it is a file. */
function folderOf(variable: string, place: string): string {
  if (isFile(place)) throw new StartError(`${variable} is ${place}, which is a file. Name a folder.`)
  return place
}

const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::'

/** Whether one port cannot be had on both. */
const mayMeet = (host: string, other: string) => host === other || isEveryAddress(host) || isEveryAddress(other)

export type Config = ReturnType<typeof readConfig>

/**
 * The settings of this process, from the environment (docs/settings.md). An empty variable counts as none.
 * Paths are absolute; relative ones start at `folder`. Throws StartError that names the variable.
 */
export function readConfig(environment: Record<string, string | undefined>, folder = process.cwd()) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = v.safeParse(Environment, withSecrets(given, folder), { abortPipeEarly: true })
  if (!parsed.success) {
    throw new StartError(parsed.issues.map(refusal(given)).join('\n'))
  }
  const settings = parsed.output
  if (settings.DATABASE_READ_URL !== undefined && settings.DATABASE_URL === undefined)
    throw new StartError(
      'DATABASE_READ_URL is set without DATABASE_URL: the embedded database has no standby. Set DATABASE_URL, or leave both out.',
    )
  const dataFolder = folderOf('DATA_DIR', path.resolve(folder, settings.DATA_DIR))
  const deployFolder = folderOf('DEPLOY_DIR', path.resolve(folder, settings.DEPLOY_DIR))
  if (settings.METRICS_PORT === settings.PORT && settings.PORT !== 0 && mayMeet(settings.HOST, settings.METRICS_HOST))
    throw new StartError(`PORT and METRICS_PORT are both ${settings.PORT}: set METRICS_PORT to another one.`)
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  const isLocal = isForThisMachine(settings.HOST, publicUrl, settings.TRUST_PROXY)
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataFolder,
    deployFolder,
    databaseUrl: settings.DATABASE_URL,
    /** a standby of that PostgreSQL, for reads that may be some seconds old */
    databaseReadUrl: settings.DATABASE_READ_URL,
    /** to the database, at most */
    databaseConnections: settings.DATABASE_CONNECTIONS,
    /** days that settled games and timelines are kept; undefined: for ever */
    keep: { games: settings.KEEP_GAMES_DAYS, timelines: settings.KEEP_TIMELINES_DAYS },
    /** games that may begin on one day */
    dailyGames: { machine: settings.MACHINE_GAMES_PER_DAY, owner: settings.OWNER_GAMES_PER_DAY },
    /** free on the disk of the embedded database; with less no game begins */
    diskReserveBytes: settings.DISK_RESERVE_MB * 1e6,
    /** the bus between several processes on one database; without it this process must be the only one */
    natsUrls: settings.NATS_URL,
    /** without a slash at its end */
    publicUrl,
    /** where tournaments are followed: no other address is asked for one */
    matchPlay: { rest: settings.MATCHPLAY_API_URL, socket: settings.MATCHPLAY_SOCKET_URL },
    /** where lists of machines are read: no other address is asked for one */
    pinballMap: settings.PINBALL_MAP_URL,
    /** what webhooks may call besides the internet over https */
    webhookNetworks: settings.WEBHOOK_NETWORKS.map(networkIn),
    /** undefined: mails wait, and /dev/mail shows them */
    smtpUrl: settings.SMTP_URL,
    /** whom mails come from */
    mailFrom: settings.MAIL_FROM ?? `Multiball <no-reply@${new URL(publicUrl).hostname}>`,
    demo: settings.DEMO === 'auto' ? isLocal && settings.DATABASE_URL === undefined : settings.DEMO,
    /** nobody else's browser comes here */
    isLocal,
    /** links in mails and embeds lead to this machine, although others come here */
    needsPublicUrl: !isLocal && settings.PUBLIC_URL === undefined,
    /** those that are made by themselves; undefined: none are */
    backups: backupsOf(settings, folder),
    /** undefined: no metrics are served */
    metricsPort: settings.METRICS_PORT,
    metricsHost: settings.METRICS_HOST,
    /** a collector of traces; undefined: none are made */
    tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** in front: so many addresses of X-Forwarded-For are believed, from the last one on */
    proxies: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    pages: {
      apiHost: settings.API_HOST ?? '',
      scoresHost: settings.SCORES_HOST ?? '',
      links: {
        account: settings.ACCOUNT_URL ?? `${publicUrl}/profile`,
        help: settings.HELP_URL ?? `${publicUrl}/help`,
        mainSite: settings.MAIN_SITE_URL ?? `${publicUrl}/`,
      },
      disabledSections: settings.DISABLED_SECTIONS,
      cookieDomains: settings.COOKIE_DOMAINS,
      winnerMachineTitle: settings.WINNER_MACHINE_TITLE ?? null,
      branding: 'Powered by Multiball',
      remoteOrigins: settings.REMOTE_ORIGINS,
      // On a developer's own machine; anywhere else somebody has to want it.
      overrides: settings.OVERRIDES ?? isLocal,
      offline: settings.OFFLINE_VIEWERS,
    } satisfies PageConfig,
  }
}

/** The folder of this package: `server` in the checkout, and in a release, whose programs lie elsewhere in it. */
export const serverFolder = (function upFrom(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : upFrom(path.dirname(folder))
})(path.dirname(fileURLToPath(import.meta.url)))

const ownPackage = () =>
  JSON.parse(readFileSync(path.join(serverFolder, 'package.json'), 'utf8')) as {
    version: string
    sharedVersion?: string
    dependencies: Record<string, string>
  }

let ofSources: string | undefined

/** The version of this program: the one that its release was given, or that of the checkout it runs from. */
export function productVersion(): string {
  const { version, sharedVersion: inside } = ownPackage()
  return inside === undefined ? (ofSources ??= versionOfSources(path.dirname(serverFolder)).version) : version
}

/** The version of shared, whose contracts this program speaks. A release has it inside, and notes which one. */
export function sharedVersion(): string {
  const { sharedVersion: inside, dependencies } = ownPackage()
  return inside ?? dependencies['@multiball/shared']!
}
