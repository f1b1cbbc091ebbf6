import { type JobRun, jobStatus } from '@lamella/shared/contract'
import { failingTo, imageQuery, jobGroupsQuery, useLiveQuery } from '@lamella/shared/queries'
import { formatNumber, formatTimestamp } from '@lamella/shared/ui'
import { Button, Select, Stack } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { FiltersButton } from '../../lib/filters-button.tsx'
import { statusWord } from '../../lib/job-status.ts'
import { jobsText } from './jobs-text.ts'
import type { JobCondition, useJobsAddress } from './use-jobs-address.ts'

interface JobFiltersProps {
  projectId: string
  applicationName: (appName: string) => string
  address: ReturnType<typeof useJobsAddress>
}

const statuses = jobStatus.options.map((value) => ({ value, label: statusWord(value) }))

const runText = ({ created, count }: JobRun): string => `${formatTimestamp(new Date(created))}, ${jobsText(count)}`

const Conditions = ({ projectId, applicationName, address: { values, setCondition } }: JobFiltersProps) => {
  const groups = useLiveQuery(failingTo(null, jobGroupsQuery(projectId))).data
  const choice = (name: JobCondition, label: string, data: { value: string; label: string }[]) => (
    <Select
      label={label}
      data={data}
      clearable
      searchable={data.length > 8}
      comboboxProps={{ withinPortal: false }}
      value={values[name] ?? null}
      onChange={(value) => setCondition(name, value)}
    />
  )
  const applications = groups?.applications.map(({ name, count }) => ({
    value: name,
    label: `${applicationName(name)} (${formatNumber(count)})`,
  }))
  const runs = groups?.runs.map((run) => ({
    value: run.id,
    label: `${applicationName(run.appName)} ${run.appVersion}, ${runText(run)}`,
  }))
  return (
    <Stack gap="sm">
      {choice('application', 'Application', applications ?? [])}
      {choice('run', 'Run', runs ?? [])}
      {choice('status', 'Status', statuses)}
    </Stack>
  )
}

/** The conditions that are set, each with its way out. */
const SetConditions = ({ projectId, applicationName, address: { values, setCondition } }: JobFiltersProps) => {
  const groups = useQuery({ ...failingTo(null, jobGroupsQuery(projectId)), enabled: values.run !== undefined }).data
  const image = useQuery({ ...failingTo(null, imageQuery(values.image ?? '')), enabled: values.image !== undefined })
  const run = groups?.runs.find(({ id }) => id === values.run)
  const titles: Record<JobCondition, (value: string) => string> = {
    application: applicationName,
    run: () => (run ? `Run of ${runText(run)}` : 'One run'),
    status: (value) => statuses.find((status) => status.value === value)?.label ?? value,
    image: () => image.data?.name ?? 'One image',
  }
  return Object.entries(values).map(([name, value]) => {
    const condition = name as JobCondition
    const title = titles[condition](value)
    return (
      <Button
        key={name}
        variant="light"
        size="compact-sm"
        rightSection={<IconX size={14} aria-hidden />}
        aria-label={`Remove filter ${title}`}
        onClick={() => setCondition(condition, null)}
      >
        {title}
      </Button>
    )
  })
}

/** Conditions of the jobs list besides the text, and those that are set. */
export const JobFilters = (props: JobFiltersProps) => (
  <>
    <FiltersButton count={Object.keys(props.address.values).length}>
      <Conditions {...props} />
    </FiltersButton>
    <SetConditions {...props} />
  </>
)
