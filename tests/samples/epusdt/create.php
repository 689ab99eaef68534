<?php
// Orders as a shop's plugin does: php create.php <address> <token> <order_id> <amount> <notify_url> <redirect_url>. Prints the answer.
declare(strict_types=1);
require __DIR__ . '/protocol.php';

[, $address, $token, $orderId, $amount, $notifyUrl, $redirectUrl] = $argv;
$fields = ['order_id' => $orderId, 'amount' => (float) $amount, 'notify_url' => $notifyUrl, 'redirect_url' => $redirectUrl];
$fields['signature'] = signature_of($fields, $token);

$call = curl_init($address . '/api/v1/order/create-transaction');
curl_setopt_array($call, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
    CURLOPT_POSTFIELDS => json_encode($fields),
]);
echo curl_exec($call);
