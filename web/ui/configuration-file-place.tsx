import { CONFIGURATION_FILE } from '@rules/words/configuration-file';

/** Where a host's configuration file is: a host does not tell which of these it is. Ends a sentence. */
export function ConfigurationFilePlace() {
  const { flag, variable, path } = CONFIGURATION_FILE;
  return (
    <>
      the one that its agent was given with <code className="font-mono">{flag}</code> or{' '}
      <code className="font-mono">{variable}</code>, otherwise <code className="font-mono">{path}</code>
    </>
  );
}
