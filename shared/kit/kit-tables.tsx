import { StatusBadge } from '@lamella/shared/blocks'
import { CardHeader, DataTable, FilterField, PageTitle, WizardStepper } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { useState } from 'react'
import css from './kit.module.css'
import { KitSection } from './kit-section.tsx'
import { columns, projects } from './sample-projects.tsx'

export function KitTables() {
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useState('Reference panel')
  const [step, setStep] = useState(1)
  return (
    <>
      <PageTitle
        title="Nuclei IF on BBBC_4dbb.tif"
        badge={<StatusBadge status="successful" />}
        facts="Instance segmentation 2.1.0, ROI 1, threshold 0.50, finished 4 minutes ago in 0:00:12"
        actions={
          <>
            <Button variant="default">Compare</Button>
            <Button>Download</Button>
          </>
        }
      />
      <div className={css.stepper}>
        <WizardStepper
          label="Image upload"
          steps={['Choose Project', 'Select Image Data', 'Upload']}
          active={step}
          onStepClick={setStep}
        />
        <Button size="xs" variant="default" disabled={step > 2} onClick={() => setStep(step + 1)}>
          Next step
        </Button>
      </div>
      <div className={css.tables}>
        <KitSection title="Table" flush>
          <CardHeader title="Projects">
            <FilterField label="Filter projects" value={filter} onChange={setFilter} />
            <Button variant="default">View all</Button>
          </CardHeader>
          <DataTable
            label="Projects"
            columns={columns}
            rows={projects}
            rowKey={({ name }) => name}
            rowHref={() => '#kit'}
            filter={filter}
            noMatchText="No projects found."
            pageSize={4}
            totalSuffix="(owner or contributor)"
          />
        </KitSection>
        <KitSection title="Table with a choice" flush>
          <DataTable
            label="Choose a project"
            columns={columns.filter(({ id }) => id === 'name' || id === 'modified')}
            rows={projects.slice(0, 4)}
            rowKey={({ name }) => name}
            selection={{ selected: chosen, onSelect: ({ name }) => setChosen(name), label: ({ name }) => name }}
            defaultSort={{ by: 'name', direction: 'descending' }}
          />
        </KitSection>
      </div>
    </>
  )
}
