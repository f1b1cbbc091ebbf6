import { type DataTableColumn, Thumbnail, TimeAgo } from '@lamella/shared/ui'
import { ActionIcon } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { samplePictures, sampleQuery } from './sample-pictures.ts'

export interface Project {
  name: string
  description: string
  images: number
  owner: string
  modified: string
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

export const projects: readonly Project[] = [
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

export const columns: readonly DataTableColumn<Project>[] = [
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    picture: (project) => (
      <Thumbnail url={samplePictures[projects.indexOf(project)] ?? null} pictureQuery={sampleQuery} />
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
