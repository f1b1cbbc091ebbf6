import type { SampleKind } from '@lamella/shared/contract'
import type { TourStepData } from '@lamella/shared/events'
import { sampleContents } from './sample-contents.ts'

/** The guided tour of a sample project: its steps, each with the page on which it is (D2-2-81). */
export const sampleTourSteps = (projectId: string, kind: SampleKind): TourStepData[] => {
  const project = `/projects/${projectId}`
  return [
    {
      id: 'project',
      target: 'project-title',
      path: project,
      orb: true,
      title: 'Your sample project',
      content: 'A project like your own will be, to look at and to try things out. This tour takes about a minute.',
    },
    {
      id: 'images',
      target: 'project-images',
      path: project,
      title: 'Its images',
      content: 'They are drawn on the server one after another, and appear here. Each opens in the viewer.',
    },
    {
      id: 'library',
      target: 'library-title',
      path: `${project}/library`,
      title: 'Image Library',
      content: 'All images of the project with their metadata: find, tag, move, download or delete them.',
    },
    {
      id: 'analysis',
      target: 'analysis-title',
      path: `${project}/analysis`,
      title: 'Image Analysis',
      content: `Choose an application and images, and what is in them is measured. This sample: ${sampleContents[kind]}`,
    },
    {
      id: 'myocardium',
      target: 'application-myocardium',
      path: `${project}/analysis`,
      optional: true,
      title: 'Heart muscle',
      content: 'This application measures images of the myocardium, as those of the samples.',
    },
    {
      id: 'jobs',
      target: 'jobs-title',
      path: `${project}/jobs`,
      title: 'Analysis Jobs',
      content: 'Every image that is analysed becomes a job, with its progress, its result and all that led to it.',
    },
    {
      id: 'labels',
      target: 'labelsets-title',
      path: `${project}/labelsets`,
      title: 'Label Sets',
      content: 'Labels say what can be marked in the images. The sample brings a set of them along.',
    },
    {
      id: 'begin',
      target: 'view-images',
      path: project,
      title: 'Begin with the images',
      content: 'Look at them as they come. The project is yours: change it, share it or delete it as you like.',
    },
  ]
}
