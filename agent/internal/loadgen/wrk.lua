-- The millionrps agent gives this to wrk: wrk -s wrk.lua URL [requests sent at once on a connection]
-- After wrk's own text comes one line of JSON, in microseconds and bytes, just as wrk counted.

local threads = {}

function setup(thread)
  threads[#threads + 1] = thread
end

-- wrk calls a global function 'request' before every write, but asks wrk.request only once: so this costs nothing while it measures.
local begin = wrk.init
function wrk.init(arguments)
  begin(arguments)
  pipelining = tonumber(arguments[1]) or 1
  local requests = wrk.request():rep(pipelining)
  wrk.request = function() return requests end
end

local function members(format, names, value)
  local pairs = {}
  for i, name in ipairs(names) do
    pairs[i] = string.format("%q:" .. format, name, value(name))
  end
  return table.concat(pairs, ",")
end

function done(summary, latency)
  local percentiles = { "50", "90", "95", "97.5", "99", "99.9", "99.99" }
  io.write(
    "{", members("%.0f", { "duration", "requests", "bytes" }, function(name) return summary[name] end),
    string.format(',"threads":%d,"pipelining":%d', #threads, threads[1]:get("pipelining")),
    ',"errors":{', members("%.0f", { "connect", "read", "write", "status", "timeout" }, function(name) return summary.errors[name] end),
    -- 'different' is how many different latencies there are; without any, the others are 0.
    string.format('},"latency":{"different":%d,"mean":%.3f,"stdev":%.3f,"max":%.0f', #latency, latency.mean, latency.stdev, latency.max),
    ',"percentiles":{', members("%.0f", percentiles, function(name) return latency:percentile(tonumber(name)) end),
    "}}}\n"
  )
end
