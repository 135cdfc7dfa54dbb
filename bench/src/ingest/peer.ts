import Fastify from 'fastify'
import pg from 'pg'
import type { fourPlayerEntry } from '../rig'

/*
 * The peer, on the product's own PostgreSQL: each post is an upsert in a transaction of its own, into a table with the
 * columns, indexes and references of the product's. It knows nobody, checks nothing, and shows nothing. Beside that, a
 * bare route that answers a constant.
 */

const [databaseUrl = '', portText = '', constantBytes = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
await pool.query(`
  create table if not exists peer_games (like games including all);
  alter table peer_games drop constraint if exists peer_games_machine;
  alter table peer_games add constraint peer_games_machine foreign key (venue_machine_id) references venue_machines;
`)

const upsert = `
  insert into peer_games (venue_machine_id, session_uuid, sequence, current_player, current_ball, scores, game_modes)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (venue_machine_id, session_uuid, generation) do update set
    sequence = excluded.sequence, updated_at = now(), current_player = excluded.current_player,
    current_ball = excluded.current_ball, scores = excluded.scores, game_modes = excluded.game_modes
  where peer_games.sequence < excluded.sequence
`

const app = Fastify()

app.post('/entry', async (request) => {
  const entry = request.body as ReturnType<typeof fourPlayerEntry> & { venue_machine: number }
  const scores = [entry.current_p1_score, entry.current_p2_score, entry.current_p3_score, entry.current_p4_score]
  await pool.query(upsert, [
    entry.venue_machine,
    entry.session_uuid,
    entry.session_sequence,
    entry.current_player,
    entry.current_ball,
    scores,
    entry.game_modes,
  ])
  return { scores: scores.map((score, slot) => ({ position: slot + 1, score, player: null })) }
})

const constant = Buffer.alloc(Number(constantBytes), 'x')
app.get('/constant', async (_request, reply) => reply.type('application/json; charset=utf-8').send(constant))

await app.listen({ port: Number(portText), host: '127.0.0.1' })
process.on('disconnect', () => process.exit())
process.send!('ready')
