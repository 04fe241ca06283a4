import pg from 'pg'

/**
 * Loaded into a process before its program: kills it as soon as it has sent its n-th statement to PostgreSQL, and prints to
 * stderr how many there were if it ends before.
 */
const killAt = Number(process.env.KILL_AT_QUERY)
let count = 0

const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]) {
    const result = query.apply(this, args)
    if (++count === killAt) process.kill(process.pid, 'SIGKILL')
    return result
  },
})
process.on('exit', () => console.error('statements', count))
