import type { Application, ListedResult } from '@lamella/shared/contract'
import { applicationsQuery, projectQuery } from '@lamella/shared/queries'
import { EmptyState, ErrorState, formatNumber, InfoBar, LoadingRows, PageTitle, queryError } from '@lamella/shared/ui'
import { Button, Card, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { compare, differingParams } from '../../features/comparison/comparison.ts'
import { ComparisonChart } from '../../features/comparison/comparison-chart.tsx'
import { ComparisonTable } from '../../features/comparison/comparison-table.tsx'
import { useComparedResults } from '../../features/comparison/use-compared-results.ts'
import { DownloadMenu } from '../../features/jobs/download-menu.tsx'
import { jobsText } from '../../features/jobs/jobs-text.ts'
import { useRequestBundle } from '../../features/jobs/use-job-actions.ts'
import { useApplicationName } from '../../lib/application-name.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'

/** Application and version, with the parameters in which the analyses differ. */
const nameOf = (
  { appName, appVersion, params }: Pick<ListedResult, 'appName' | 'appVersion' | 'params'>,
  differing: readonly string[],
  applications: readonly Application[],
): string => {
  const application = applications.find(({ name, version }) => name === appName && version === appVersion)
  const told = differing.flatMap((key) => {
    const schema = application?.params.properties[key]
    if (!schema && params[key] === undefined) return []
    const value = params[key] ?? schema?.default ?? 'automatic'
    return `${schema?.title ?? key} ${value}`
  })
  return [`${application?.displayName ?? appName} ${appVersion}`, ...told].join(', ')
}

const imagesText = (count: number): string => (count === 1 ? '1 image' : `${formatNumber(count)} images`)

/** More rows could hardly be looked through; the download has all. */
const shownResults = 250

/** Results of many jobs in one table and one chart. */
const ComparisonPage = () => {
  const { projectId = '' } = useParams()
  useSelectProject(useQuery(projectQuery(projectId)).data)
  const { results, isAsked, withoutResult } = useComparedResults(projectId)
  const applications = useQuery(applicationsQuery).data ?? []
  const applicationName = useApplicationName()
  const bundle = useRequestBundle()
  const [chosen, setChosen] = useState<string | null>(null)
  const title = 'Compare Jobs'
  const error = queryError('The results could not be retrieved', results)
  if (error) return <ErrorState {...error} />
  if (isAsked && !results.data) return <LoadingRows rows={6} />
  const found = results.data ?? []
  const whole = compare(found)
  const comparison = { ...whole, rows: whole.rows.slice(0, shownResults) }
  const [first] = comparison.figures
  if (!first) {
    return (
      <>
        <PageTitle title={title} />
        <Card>
          <EmptyState
            title="Nothing to compare"
            text="Choose jobs that have ended successfully."
            actions={
              <Button component={Link} to={`/projects/${projectId}/jobs`}>
                Go to the analysis jobs
              </Button>
            }
          />
        </Card>
      </>
    )
  }
  const differing = differingParams(comparison.analyses)
  const names = comparison.analyses.map((analysis) => nameOf(analysis, differing, applications))
  const figure = comparison.figures.find(({ id }) => id === chosen) ?? first
  const images = new Set(found.map(({ image }) => image)).size
  const jobs = found.map(({ job, appName, appVersion }) => ({ id: job, project: projectId, appName, appVersion }))
  return (
    <>
      <PageTitle
        title={title}
        facts={`${jobsText(found.length)} of ${imagesText(images)}${names.length === 1 ? `, ${names[0]}` : ''}`}
        actions={
          <DownloadMenu
            jobs={jobs}
            applicationName={applicationName}
            loading={bundle.isPending}
            onDownload={(format, of) => bundle.mutate({ jobs: of, format })}
          />
        }
      />
      <Stack gap="md">
        {withoutResult > 0 && <InfoBar>{jobsText(withoutResult)} without a result left out.</InfoBar>}
        {whole.rows.length > shownResults && (
          <InfoBar>
            The first {shownResults} of {formatNumber(whole.rows.length)} results are shown. The download has all of
            them.
          </InfoBar>
        )}
        <ComparisonChart comparison={comparison} names={names} figure={figure} onFigure={setChosen} />
        <ComparisonTable projectId={projectId} comparison={comparison} names={names} />
      </Stack>
    </>
  )
}

export default ComparisonPage
