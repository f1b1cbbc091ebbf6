import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line of docs/running.md that starts a process. */
export interface DocumentedProcess {
  command: 'serve' | 'worker'
  /** Variables of the line itself, and the exported ones. */
  env: Record<string, string>
}

const isCommand = (word: string | undefined): word is DocumentedProcess['command'] =>
  word === 'serve' || word === 'worker'

const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))

/** The processes of the example in "Several processes", as an operator would type them. @throws Error for a line of another form */
export const documentedProcesses = (): DocumentedProcess[] => {
  const docs = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'running.md'), 'utf8')
  const block = /## Several processes[\s\S]*?```sh\n([\s\S]*?)```/.exec(docs)?.[1]
  if (!block) throw new Error('docs/running.md has no example of several processes')
  const exported: Record<string, string> = {}
  return block
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, assignments] = /^export (.*)$/.exec(line) ?? []
      if (assignments !== undefined) {
        Object.assign(exported, variablesOf(assignments))
        return []
      }
      const [, variables = '', command] = /^((?:\w+=\S+ )*)npm run lamella -- (\w+)$/.exec(line) ?? []
      if (!isCommand(command)) throw new Error(`docs/running.md: "${line}" starts no process`)
      return [{ command, env: { ...exported, ...variablesOf(variables) } }]
    })
}
