/** What makes a spec impossible, beside the field it belongs to: 'spec.load.toolCpus'. */
export interface SpecFault {
  path: string;
  message: string;
}
