import type { FastifyBaseLogger, FastifyServerOptions, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { elapsed } from '../process/clock'
import { deviceName } from './deviceName'
import { withoutSecrets } from './errors'
import { isOfProgram, RefusedPosts } from './refusedPosts'

const secrets = ['authorization', 'token', 'stoken', 'key', 'viewer_key', 'password', 'new_password']

type Logged = {
  type: string
  message: string
  stack: string
  code?: string
  cause?: Logged
}

/**
 * What a log may say of an error. Not all that hangs on it: the database's errors quote rows, and a request that could not
 * be read comes with its bytes.
 */
function loggedError(error: Partial<Error> & { code?: unknown }, depth = 0): Logged {
  const { name = 'Error', message = '', stack = '', code, cause } = error
  return {
    type: name,
    message,
    stack,
    ...(code !== undefined && { code: String(code) }),
    ...(cause instanceof Error && depth < 3 && { cause: loggedError(cause, depth + 1) }),
  }
}

/** pino's settings: one JSON line each, nothing secret in it. */
export const loggerOptions = (level: string, stream?: { write(line: string): void }) =>
  ({
    level,
    ...(stream && { stream }),
    redact: [...secrets, ...secrets.map((name) => `*.${name}`), 'req.headers.authorization', 'headers.authorization'],
    serializers: {
      req: (request) => ({ method: request.method, url: withoutSecrets(request.url), remoteAddress: request.caller }),
      err: (error: Error) => loggedError(error),
    },
  }) satisfies FastifyServerOptions['logger']

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
type Write = (...given: unknown[]) => void

/** The logger of one request, made when something is logged: of hardly any request there is something to say. */
class RequestLogger {
  private made: FastifyBaseLogger | undefined

  constructor(
    private readonly parent: FastifyBaseLogger & Partial<Pick<Logger, 'isLevelEnabled'>>,
    private readonly bindings: Parameters<FastifyBaseLogger['child']>[0],
    private readonly options: Parameters<FastifyBaseLogger['child']>[1],
  ) {}

  get level() {
    return this.parent.level
  }

  child(...given: Parameters<FastifyBaseLogger['child']>) {
    return this.own().child(...given)
  }

  fatal(...given: unknown[]) {
    this.write('fatal', given)
  }

  error(...given: unknown[]) {
    this.write('error', given)
  }

  warn(...given: unknown[]) {
    this.write('warn', given)
  }

  info(...given: unknown[]) {
    this.write('info', given)
  }

  debug(...given: unknown[]) {
    this.write('debug', given)
  }

  trace(...given: unknown[]) {
    this.write('trace', given)
  }

  silent(...given: unknown[]) {
    this.write('silent', given)
  }

  private own() {
    return (this.made ??= this.parent.child(this.bindings, this.options))
  }

  private write(level: Level, given: unknown[]) {
    if (this.parent.isLevelEnabled?.(level) === false) return
    const own = this.own()
    ;(own[level] as Write).apply(own, given)
  }
}

/** Fastify's way to make the logger of a request. */
export const requestLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (parent, bindings, options) =>
  new RequestLogger(parent, bindings, options)

declare module 'fastify' {
  interface FastifyRequest {
    /** whose account a call is about that needs no login */
    auditedUser: number | undefined
  }
}

/** What happened to the security of an account. */
export interface AuditedEvent {
  userId: number
  /** a few words, see `audit` of an Operation */
  event: string
  /** HTTP's */
  status: number
  /** see deviceName */
  device: string
  now: Date
}

const tooMany = 429
const notNow = 503

/** Refusals that an operator may want to know of: who may not, and who calls too often. */
const isRefusal = (status: number) => status === 403 || status === tooMany

/**
 * A line for each call that says what it is to be audited as, and for each refusal: what, who, on which address, with which
 * status. What was typed never stands in it; where somebody comes from only when something was refused. What is audited of an
 * account is also recorded. Level info, but warn, and once a minute and caller, where an operator has to look: a call of a machine
 * or a program that is refused whatever for, any call that the server cannot serve, and what comes too often, such as logins.
 */
export function installAudit(app: FastifyInstance, record: (event: AuditedEvent) => Promise<void>): void {
  const posts = new RefusedPosts(elapsed)
  app.decorateRequest('auditedUser', undefined)
  app.addHook('onResponse', (request, { statusCode: status }, done) => {
    const { operation } = request.routeOptions.config
    const audited = operation?.audit
    const isRare = isOfProgram(request)
      ? status >= 400
      : operation !== undefined && (status === notNow || (audited !== undefined && status === tooMany))
    const post = isRare ? posts.line(request, status) : undefined
    const isTold = isRare ? post !== undefined : isRefusal(status)
    const event = audited ?? (isTold ? 'refused' : undefined)
    if (event !== undefined) {
      const { actor, auditedUser, method, url, caller } = request
      const user = auditedUser ?? (actor && 'userId' in actor ? actor.userId : undefined)
      const line = {
        audit: event,
        status,
        user,
        method,
        url: withoutSecrets(url),
        ...(status >= 400 && { from: caller }),
        ...post,
      }
      request.log[post ? 'warn' : 'info'](line, event)
      // After the answer, whose time must not tell whether there is such an account.
      if (audited && user !== undefined) {
        const happened = {
          userId: user,
          event: audited,
          status,
          device: deviceName(request.headers['user-agent']),
          now: new Date(),
        }
        record(happened).catch((error: unknown) => request.log.error({ err: error }, 'an event is not in the trail'))
      }
    }
    done()
  })
}
