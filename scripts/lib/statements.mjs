/**
 * @typedef {{ id: string, section: string, statement: string, milestone: string }} Statement
 * @typedef {{ shown: Statement[], referred: Statement[], explained: Statement[], open: Statement[] }} Coverage
 */

const idPattern = /\bD\d-[\d.]+-\d+\b/g
/** Titles with more ids count for none: one test can hardly show so many statements. */
const maxIdsPerTitle = 3
/** Maximum number of explained gaps per milestone. */
export const maxGaps = 10

/** @returns {Statement[]} of docs/spec/statements.tsv */
export const parseStatements = (text) => {
  const [head, ...rows] = text.trimEnd().split('\n')
  const columns = head.split('\t')
  return rows.map((row) => {
    const cells = row.split('\t')
    return Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']))
  })
}

/** Ids of the rows of a table like `| D1-2.6-46 | reason |`. @returns {Map<string, string>} reason by id */
export const parseGaps = (text) =>
  new Map([...text.matchAll(/^\| *(D\d-[\d.]+-\d+) *\| *(\S.*?) *\|$/gm)].map(([, id, reason]) => [id, reason]))

/** Statement ids in the title of a test; none when there are more than three. */
export const idsOf = (title) => {
  const ids = [...new Set(title.match(idPattern) ?? [])]
  return ids.length > maxIdsPerTitle ? [] : ids
}

/** Ids in titles that are not in the table of statements. */
export const unknownIds = (statements, titles) => {
  const known = new Set(statements.map(({ id }) => id))
  return [...new Set(titles.flatMap((title) => title.match(idPattern) ?? []))].filter((id) => !known.has(id))
}

/** @returns titles of the tests in jest's report that ran and passed */
export const passedInJest = (report) =>
  report.testResults
    .flatMap((suite) => suite.assertionResults)
    .filter((test) => test.status === 'passed')
    .map((test) => test.title)

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** @returns titles of the tests in Playwright's report that passed, also at a second try */
export const passedInPlaywright = (report) =>
  report.suites
    .flatMap(specsOf)
    .filter((spec) => spec.tests.length > 0 && spec.tests.every((test) => ['expected', 'flaky'].includes(test.status)))
    .map((spec) => spec.title)

/** Ids that a row refers to by "see" instead of stating something itself; null: it has content of its own. */
const referredBy = ({ statement }) => {
  const reference = /: see (D\d-[\d.]+-\d+(?:, D\d-[\d.]+-\d+)*)$/.exec(statement)
  return reference ? reference[1].split(', ') : null
}

/**
 * Coverage of the statements of a milestone by tests.
 *
 * @param {Statement[]} statements all of them
 * @param {string} milestone
 * @param {string[]} titles of tests that passed
 * @param {Map<string, string>} gaps reason by id
 * @returns {Coverage} each statement of the milestone in one of the four lists; `referred` are those that only refer to others, which are shown
 */
export const coverageOf = (statements, milestone, titles, gaps) => {
  const tested = new Set(titles.flatMap(idsOf))
  const isShown = ({ id }) => tested.has(id)
  const isReferred = (statement) =>
    !isShown(statement) && (referredBy(statement)?.every((id) => tested.has(id)) ?? false)
  const wanted = statements.filter((statement) => statement.milestone === milestone)
  const rest = wanted.filter((statement) => !isShown(statement) && !isReferred(statement))
  return {
    shown: wanted.filter(isShown),
    referred: wanted.filter(isReferred),
    explained: rest.filter(({ id }) => gaps.has(id)),
    open: rest.filter(({ id }) => !gaps.has(id)),
  }
}
