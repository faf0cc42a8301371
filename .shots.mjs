import { chromium } from '@playwright/test';
const [base, link] = [process.env.URL_, process.env.LINK];
const out = '/tmp/mrps-shots';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

const mask = (cpus) => { const g=[0,0,0,0]; for (const c of cpus) g[c>>5] = (g[c>>5] | (1 << (c&31)))>>>0; return g.reverse().map(x=>x.toString(16).padStart(8,'0')).join(','); };
function planOf({ tuning: t, targetCpus }) {
  const ch = []; const add = (setting,key,path,before,asked,why,status='change',reason=null)=>ch.push({setting,key,path,before,asked,why,status,reason});
  for (const s of t.stopServices ?? []) s==='irqbalance' ? add('stopServices','service/irqbalance','systemctl stop irqbalance','running','stopped','it is started again when everything was put back') : add('stopServices',`service/${s}`,`systemctl stop ${s}`,'absent','absent','it is not running','unchanged');
  if (t.nicQueues) add('nicQueues','nic/ens5/channels/combined','ethtool -L ens5 combined','32',String(t.nicQueues),'queues of ens5');
  if (t.interruptAffinity) { for (let i=0;i<16;i++) add('interruptAffinity',`nic/ens5/irq/ens5-Tx-Rx-${i}/affinity`,`/proc/irq/${45+i}/smp_affinity_list`, i===3?'3':'0-127', String(i), `interrupt ${45+i}, queue ${i}`, i===3?'unchanged':'change'); add('interruptAffinity','nic/ens5/irq/ena-mgmnt/affinity','/proc/irq/44/smp_affinity_list','0-127',null,'interrupt 44','not-changeable','The kernel manages this interrupt itself and refuses to move it.'); }
  if (t.packetSteering) for (let i=0;i<8;i++) add('packetSteering',`nic/ens5/rx-${i}/rps_cpus`,`/sys/class/net/ens5/queues/rx-${i}/rps_cpus`,mask([]),mask(Array.from({length:128},(_,i)=>i)),'packets of this queue are spread over these CPUs');
  if (t.flowSteering) add('flowSteering','sysctl/net.core.rps_sock_flow_entries','/proc/sys/net/core/rps_sock_flow_entries','0',String(t.flowSteering.entries),'flows that are remembered');
  if (t.cpuGovernor) add('cpuGovernor','cpu/governor','',null,null,'asked for','not-changeable','No CPU frequencies are governed on this host, as on most virtual machines.');
  for (const s of t.sysctls ?? []) add('sysctls',`sysctl/${s.name}`,`/proc/sys/${s.name.replaceAll('.','/')}`, s.name.includes('fin_timeout')?'15':s.name.includes('range')?'32768 60999':'4096', s.value, 'asked for', s.name.includes('fin_timeout')?'unchanged':'change');
  if (t.openFilesLimit) add('openFilesLimit','limits/nofile','prlimit --nofile','1024:524288',`${t.openFilesLimit}:${t.openFilesLimit}`,'open files of the processes that the agent starts, soft:hard');
  if (t.nicQueues) for (let i=0;i<32;i++) add('transmitSteering',`nic/ens5/tx-${i}/xps_cpus`,`/sys/class/net/ens5/queues/tx-${i}/xps_cpus`,mask([i]),null,'not asked for; changing the number of queues resets it, and it is put back with them');
  return { takenAtUs: Date.now()*1000, nic:'ens5', targetCpus: targetCpus ? '16-127' : null, changes: ch, warnings: t.nicQueues ? ['The interrupts of 2 further queues of ens5 exist only once the queues do; they are pinned then.'] : [] };
}
const VALUES = {'cpu/governor':'performance 0-127','cpu/turbo':'on','memory/transparent_hugepage':'madvise','limits/nofile':'1024:524288','sysctl/net.core.somaxconn':'4096','sysctl/net.core.busy_poll':'0','sysctl/net.core.busy_read':'0','sysctl/net.core.rps_sock_flow_entries':'0','sysctl/net.ipv4.ip_local_port_range':'32768\t60999','service/irqbalance':'running','service/cron':'running','service/crond':'absent','service/tuned':'absent','service/thermald':'absent','nic/ens5/mtu':'9001','nic/ens5/channels/combined':'32','nic/ens5/offload/gro':'on','nic/ens5/offload/gso':'on','nic/ens5/offload/tso':'off','nic/ens5/offload/lro':'off','nic/ens5/coalesce/rx-usecs':'20','nic/ens5/coalesce/adaptive-rx':'on','nic/ens5/rx-0/rps_cpus':'0','nic/ens5/tx-0/xps_cpus':'1','nic/ens5/tx-1/xps_cpus':'2','nic/ens5/irq/ens5-Tx-Rx-0/affinity':'0-127'};

export async function open({ width=1440, theme='dark', mode='two', answer='plan', height=900 }) {
  const context = await browser.newContext({ viewport:{width,height}, colorScheme: theme, storageState: global.state });
  const page = await context.newPage();
  page.on('console', m => { if (m.type()==='error') console.log('console:', m.text().slice(0,300)); });
  page.on('pageerror', e => console.log('pageerror', e.message));
  if (mode !== 'real') await page.route('**/api/v1/hosts', async (route) => {
    const res = await route.fetch(); const body = await res.json(); const [h] = body.hosts;
    const nic = (n, a) => ({ name:n, driver:'ena', firmware:null, speedBitsPerSecond:12.5e9, bandwidthBitsPerSecond:null, mtuBytes:9001, numaNode:0, rxQueues:16, txQueues:16, loopback:false, defaultRoute:true, addresses:[a], interrupts:[] });
    const lo = { name:'lo', driver:null, firmware:null, speedBitsPerSecond:null, bandwidthBitsPerSecond:null, mtuBytes:65536, numaNode:null, rxQueues:1, txQueues:1, loopback:true, defaultRoute:false, addresses:['127.0.0.1/8'], interrupts:[] };
    const big = { ...h, name:'lab-2', facts: { ...h.facts, cpus:128, onlineCpus:'0-127', cores:64, sockets:1, cpuModel:'AMD EPYC 9R14', bootId:'b2', numaNodes:[{node:0,cpus:'0-63'},{node:1,cpus:'64-127'}], nics:[lo, nic('ens5','10.0.0.2/24')] } };
    const cl = { ...h, id:'01939a2c-7c00-7000-8000-0000000000aa', name:'lab-1', facts: { ...h.facts, cpus:32, onlineCpus:'0-31', bootId:'b1', nics:[lo, nic('ens5','10.0.0.1/24')] } };
    if (answer==='offline') big.status='offline';
    await route.fulfill({ json: { hosts: mode==='two' ? [big, cl] : [big] } });
  });
  if (answer !== 'real') {
    await page.route('**/plan', async (route) => {
      const problem = (status, code, detail) => route.fulfill({ status, contentType:'application/problem+json', body: JSON.stringify({type:'about:blank',title:code,status,detail,code,requestId:'req-1a2b',fields:[]}) });
      if (answer==='slow') return new Promise(()=>{});
      if (answer==='refused') return problem(422,'refused','ens5 can have 1 to 8 queues, not 16.');
      if (answer==='timeout') return problem(504,'no-answer','The agent on lab-2 did not answer within 10 s; see there whether it is running, then ask again.');
      await new Promise(r=>setTimeout(r,300));
      return route.fulfill({ json: planOf(route.request().postDataJSON()) });
    });
    await page.route('**/snapshot', (route) => route.fulfill({ json: { moment:'before', takenAtUs: Date.now()*1000, values: VALUES } }));
  }
  await page.goto(`${base}/runs/new`);
  await page.getByRole('heading', { name: 'Tuning', exact: true }).waitFor();
  return page;
}
export async function twoHosts(page) {
  await page.getByLabel('Load generator host').selectOption({ index: 1 });
}
const c = await browser.newContext();
const p = await c.newPage();
await p.goto(link); await p.waitForURL(`${base}/**`); await p.waitForTimeout(500);
global.state = await c.storageState(); await c.close();
const card = (page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Tuning', exact: true }) }).last();
const which = process.argv[2];
const { default: scenes } = await import('/tmp/mrps-scenes.mjs');
for (const [name, fn] of Object.entries(scenes)) if (!which || name.match(which)) { try { await fn({ open, twoHosts, card, out, name }); console.log('ok', name); } catch (e) { console.log('FAILED', name, e.message.slice(0,400)); } }
await browser.close();
