import { readFileSync } from 'node:fs'

/*
 * Preloaded into a server under test (`NODE_OPTIONS=--import …`): its clock is ahead of the machine's by the milliseconds in the file that
 * LAMELLA_TEST_CLOCK names. So a test lets hours pass of which the server counts minutes.
 */

const file = process.env.LAMELLA_TEST_CLOCK
let ahead = 0
const look = (): void => {
  ahead = file === undefined ? 0 : Number(readFileSync(file, 'utf8'))
}
look()
setInterval(look, 200).unref()

const RealDate = Date
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + ahead] : args, newTarget),
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + ahead : Reflect.get(target, name, receiver),
})
