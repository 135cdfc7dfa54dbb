import { randomUUID } from 'node:crypto'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import type { Context, Link, Span, SpanContext, Tracer } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { productVersion } from '../process/config'

/*
 * One trace from a machine's post to the frames that show it:
 *
 *   POST /api/entry/      until it is answered
 *     commit games        of all that share a commit, each post has one
 *       tell the others   to the other processes, over the bus
 *         hear a game     in each of them that shows the machine
 *       make a state      from the change until the board's newest state is made; its pace is in it
 *         send frames     until every viewer was written to
 *
 * A state may show several posts: it continues the first one's trace and links to those of the others.
 * This file alone knows OpenTelemetry, and is loaded only where traces are exported.
 */

/** What is written into frames and bus messages: a W3C traceparent. */
const headerOf = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

const asParent = (parent: SpanContext): Context => trace.setSpanContext(ROOT_CONTEXT, parent)

/** The context that a header names; undefined for none that is well formed. */
const parsed = (header: string | string[] | undefined): SpanContext | undefined =>
  typeof header !== 'string' || header.length > 128 ? undefined : (parseTraceParent(header) ?? undefined)

/** Where in a trace something is. */
export type TraceContext = SpanContext

const statusOf = (error: unknown) => (error as { status?: unknown }).status ?? 500

/** One state on its way from a change to its viewers. */
export class ShownTrace {
  private sending: Span | undefined
  private links: Link[] = []

  constructor(
    private readonly tracer: Tracer,
    private readonly making: Span,
  ) {}

  /** Another post that this state shows. */
  join(context: TraceContext): void {
    if (this.links.length < 32 && context.traceId !== this.making.spanContext().traceId) this.links.push({ context })
  }

  /** The state is made, for so many viewers. Answers the traceparent of its frames. */
  made(viewers: number): string {
    this.making.addLinks(this.links).end()
    this.sending = this.tracer.startSpan(
      'send frames',
      { attributes: { 'multiball.viewers': viewers } },
      asParent(this.making.spanContext()),
    )
    return headerOf(this.sending.spanContext())
  }

  /** Every viewer was written to. */
  sent(): void {
    this.sending?.end()
  }
}

/** Rows of a commit, as far as they matter here. */
interface CommittedRow {
  venueMachineId: number
}

/** The exporter would try for ten seconds, and a server that stops has not so long. */
const closingMs = 1_000

export class Traces {
  private readonly provider: BasicTracerProvider
  private readonly tracer: Tracer
  /** by machine: posts that wait for their commit */
  private readonly waiting = new Map<number, Set<Span>>()
  /** by machine: what has just been committed or heard, for as long as that is announced */
  private readonly announced = new Map<number, SpanContext>()

  /** @param endpoint of an OTLP collector, such as http://127.0.0.1:4318, no trailing slash */
  constructor(endpoint: string) {
    this.provider = new BasicTracerProvider({
      resource: resourceFromAttributes({
        'service.name': process.env.OTEL_SERVICE_NAME ?? 'multiball',
        'service.version': productVersion(),
        'service.instance.id': randomUUID(),
        'process.pid': process.pid,
      }),
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
    })
    this.tracer = this.provider.getTracer('multiball')
  }

  /**
   * Traces a post of a machine until `record` is through.
   * @param header its traceparent, if it has one: it decides whether the post is traced
   */
  async post<Result>(
    header: string | string[] | undefined,
    venueMachineId: number,
    record: () => Promise<Result>,
  ): Promise<Result> {
    const parent = parsed(header)
    const span = this.tracer.startSpan(
      'POST /api/entry/',
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': 'POST', 'http.route': '/api/entry/', 'multiball.machine': venueMachineId },
      },
      parent ? asParent(parent) : ROOT_CONTEXT,
    )
    if (!span.isRecording()) return record()
    const waiting = this.waiting.get(venueMachineId) ?? new Set()
    this.waiting.set(venueMachineId, waiting.add(span))
    try {
      const result = await record()
      span.setAttribute('http.response.status_code', 200)
      return result
    } catch (error) {
      span.setAttribute('http.response.status_code', Number(statusOf(error))).setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      // One that repeats what is stored already waits for no commit.
      waiting.delete(span)
      if (waiting.size === 0 && this.waiting.get(venueMachineId) === waiting) this.waiting.delete(venueMachineId)
      span.end()
    }
  }

  /** The same commit, with a span for each post that is in it. */
  commit<Row extends CommittedRow, Result>(
    commit: (rows: readonly Row[]) => Promise<Result>,
  ): (rows: readonly Row[]) => Promise<Result> {
    return async (rows) => {
      // Few posts are traced where a sampler draws them.
      if (this.waiting.size === 0) return commit(rows)
      const posts = [...new Set(rows.map(({ venueMachineId }) => venueMachineId))].flatMap((machine) =>
        [...(this.waiting.get(machine) ?? [])].map((post) => ({ machine, post })),
      )
      for (const { machine } of posts) this.waiting.delete(machine)
      const spans = posts.map(({ machine, post }) => ({
        machine,
        span: this.tracer.startSpan(
          'commit games',
          { attributes: { 'multiball.games': rows.length } },
          asParent(post.spanContext()),
        ),
      }))
      try {
        const result = await commit(rows)
        // Announced as soon as this is answered, and over with the turn.
        for (const { machine, span } of spans) this.announced.set(machine, span.spanContext())
        if (spans.length > 0) setImmediate(() => this.forget(spans))
        return result
      } catch (error) {
        for (const { span } of spans) span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        for (const { span } of spans) span.end()
      }
    }
  }

  /** The trace of what is being announced of a machine; undefined for what is not traced. */
  current(venueMachineId: number): TraceContext | undefined {
    return this.announced.get(venueMachineId)
  }

  /** What a message that tells others of it says of its trace. */
  headerFor(context: TraceContext): string {
    const span = this.tracer.startSpan('tell the others', { kind: SpanKind.PRODUCER }, asParent(context))
    span.end()
    return headerOf(span.spanContext())
  }

  /** Traces what another process has told, while `take` announces it here. */
  continueFrom(header: string | undefined, venueMachineId: number, take: () => void): void {
    const parent = parsed(header)
    if (!parent || !(parent.traceFlags & TraceFlags.SAMPLED)) return take()
    const span = this.tracer.startSpan(
      'hear a game',
      { kind: SpanKind.CONSUMER, attributes: { 'multiball.machine': venueMachineId } },
      asParent(parent),
    )
    this.announced.set(venueMachineId, span.spanContext())
    try {
      take()
    } finally {
      this.announced.delete(venueMachineId)
      span.end()
    }
  }

  /** A board is about to show it. */
  startState(context: TraceContext, board: string): ShownTrace {
    return new ShownTrace(
      this.tracer,
      this.tracer.startSpan('make a state', { attributes: { 'multiball.board': board } }, asParent(context)),
    )
  }

  /** Sends what is left; what the collector does not take within a second is lost. Never fails. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, closingMs)))
    await Promise.race([this.provider.shutdown().catch(() => {}), late])
    clearTimeout(timer)
  }

  private forget(spans: readonly { machine: number; span: Span }[]) {
    for (const { machine, span } of spans)
      if (this.announced.get(machine) === span.spanContext()) this.announced.delete(machine)
  }
}
