import { screens, scriptsOf } from '../shared/config/size-budget.ts'

// What the JavaScript of each screen with a budget consists of, by the reason for which it is loaded; after a build.
for (const screen of screens) {
  const bytes = new Map<string, number>()
  for (const { reason, size } of scriptsOf(screen)) bytes.set(reason, (bytes.get(reason) ?? 0) + size)
  const rows = [...bytes].sort(([, a], [, b]) => b - a)
  const total = rows.reduce((sum, [, size]) => sum + size, 0)
  console.log(`\n${screen.name}: ${kilobytes(total)} of ${screen.limit}, brotli`)
  for (const [reason, size] of rows) console.log(`${kilobytes(size).padStart(10)}  ${reason}`)
}

function kilobytes(size: number): string {
  return `${(size / 1000).toFixed(1)} KB`
}
