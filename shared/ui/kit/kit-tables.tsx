import { ActionIcon, Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { TimeAgo } from '../format/time-ago.tsx'
import { FilterField } from '../inputs/filter-field.tsx'
import { WizardStepper } from '../inputs/wizard-stepper.tsx'
import { CardHeader } from '../layout/card-header.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import { ProtectedPicture } from '../pictures/protected-picture.tsx'
import { StatusBadge } from '../status/status-badge.tsx'
import type { DataTableColumn } from '../table/columns.ts'
import { DataTable } from '../table/data-table.tsx'
import { Thumb } from '../table/thumb.tsx'
import css from './kit.module.css'
import { KitSection } from './kit-section.tsx'
import { fetchSample, samplePictures } from './sample-pictures.ts'

interface Project {
  name: string
  description: string
  images: number
  owner: string
  modified: string
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const projects: readonly Project[] = [
  {
    name: 'FKHR translocation, U2OS',
    description: 'SBS plate, 2 channels, 20×',
    images: 14,
    owner: 'Mara Lindqvist',
    modified: hoursAgo(0.2),
  },
  {
    name: 'Myocardial fibrosis',
    description: 'Masson trichrome and H&E, whole slide',
    images: 8,
    owner: 'Mara Lindqvist',
    modified: hoursAgo(3),
  },
  {
    name: 'Reference panel',
    description: 'H&E, IHC and fluorescence, for method tests',
    images: 38,
    owner: 'Mara Lindqvist',
    modified: hoursAgo(26),
  },
  {
    name: 'Scratch wound healing',
    description: 'Time series, 21 frames every 30 minutes',
    images: 5,
    owner: 'Aiko Tanaka',
    modified: hoursAgo(96),
  },
  {
    name: 'Wing disc clones',
    description: 'GFP clones over E-cadherin',
    images: 1204,
    owner: 'Jonas Weber',
    modified: hoursAgo(600),
  },
]

const columns: readonly DataTableColumn<Project>[] = [
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    picture: (project) => (
      <Thumb>
        <ProtectedPicture url={samplePictures[projects.indexOf(project)] ?? null} fetchBytes={fetchSample} />
      </Thumb>
    ),
    isName: true,
    sortable: true,
  },
  { id: 'description', title: 'Description', value: ({ description }) => description, wideOnly: true },
  {
    id: 'images',
    title: 'Images',
    value: ({ images }) => images,
    align: 'right',
    sortable: true,
    wideOnly: true,
    width: 90,
  },
  { id: 'owner', title: 'Owner', value: ({ owner }) => owner, wideOnly: true, width: 150 },
  {
    id: 'modified',
    title: 'Last modified',
    value: ({ modified }) => modified,
    render: ({ modified }) => <TimeAgo date={modified} />,
    sortable: true,
    width: 140,
  },
  {
    id: 'library',
    title: 'Image library',
    isAction: true,
    width: 64,
    render: () => (
      <ActionIcon aria-label="Image library">
        <IconPhoto size={18} stroke={1.6} />
      </ActionIcon>
    ),
  },
]

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
