import { SessionUuid } from '@multiball/shared/schema'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { parse } from '../http/parse'
import { invalid } from '../http/refusals'
import { readUpload } from '../http/uploads'
import { readTimeline } from './timeline'
import type { TimelinePoint } from './timeline'

const maxLogBytes = 2 * 1024 * 1024

const SessionLog = v.object({ uuid: SessionUuid, log_file: v.string() })

/** The game and its timeline in an upload. Throws 400 and 413. */
export async function readSessionLog(request: FastifyRequest): Promise<{ sessionUuid: string; timeline: TimelinePoint[] }> {
  const { fields, files } = await readUpload(request, { fileBytes: maxLogBytes, fieldBytes: maxLogBytes, fields: 10 })
  // The log perhaps as a plain field.
  const { uuid, log_file } = parse(SessionLog, { ...fields, ...(files.log_file && { log_file: files.log_file.toString('utf8') }) })
  const timeline = readTimeline(log_file)
  if (!timeline) throw invalid({ log_file: ['A CSV with the columns time, p1 … p6, player, ball, game_modes is expected'] })
  return { sessionUuid: uuid, timeline }
}
