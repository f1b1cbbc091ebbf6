import type { DemoUser } from './demo-organisation.ts'

/** Prints the demo users with their password once to standard output, not to the log, which may be kept. */
export const announceDemo = (users: DemoUser[]): void => {
  const lines = users.map(({ email, password, role }) => `  ${role.padEnd(8)}${email.padEnd(22)}${password}`)
  process.stdout.write(`Demo organisation (kept in demo.json of the data folder):\n${lines.join('\n')}\n`)
}
